import { describe, expect, test } from '@jest/globals';
import { answerErrors } from '#engine/blocks/answer-errors.ts';
import type { Block, BlockType } from '#engine/blocks/block.ts';
import { parseAnswers } from '#engine/blocks/parse-answers.ts';
import type { Json } from '#kernel/json.ts';
import { blockOf, noImages } from './block-of.ts';

/** Answers of one kind of block: those that are taken, with what they are stored as where that differs, and those that are refused. */
interface Table {
  readonly type: BlockType;
  readonly told?: Partial<Block>;
  readonly good: readonly (readonly [Json, Json?])[];
  readonly bad: readonly Json[];
}

const huge = 'x'.repeat(1_000_000);
const hostile: readonly Json[] = [
  'a\0b',
  '\ud800',
  huge,
  { toString: 1 },
  { lat: 'x' },
  [[]],
  [null],
  JSON.parse('{"__proto__": {"a": 1}}'),
];
const many = (count: number) => Array.from({ length: count }, (_, index) => `${index}`);
const deep = (depth: number): Json => JSON.parse('['.repeat(depth) + ']'.repeat(depth));
const phone = { contact: { subFields: [{ name: 'phone', required: false }], defaultCountry: null } } as const;

const tables: readonly Table[] = [
  {
    type: 'text',
    good: [
      ['a'],
      [' Zürich 🌳 ', 'Zürich 🌳'],
      ['🌳'.repeat(255)],
      ['x'.repeat(255)],
      ['<script>'],
      ['東京\nline'],
      ['__proto__'],
      ['', null],
      [' \n', null],
    ],
    bad: [1, true, {}, ['a'], 'x'.repeat(256), '🌳'.repeat(256), ...hostile],
  },
  { type: 'text', told: { text: { isLong: true } }, good: [['x'.repeat(2000)]], bad: ['x'.repeat(2001), ...hostile] },
  {
    type: 'number',
    good: [[0], [-0, 0], [1.5], [-1e300], [Number.MAX_SAFE_INTEGER]],
    bad: ['1', true, {}, [1], ...hostile],
  },
  {
    type: 'number',
    told: { number: { isInteger: true, min: -2, max: 10 } },
    good: [[-2], [10]],
    bad: [1.5, -3, 11, 1e300],
  },
  { type: 'boolean', good: [[true], [false]], bad: [0, 1, 'true', {}, ...hostile] },
  { type: 'legal', good: [[true], [false]], bad: ['true', 1, ...hostile] },
  { type: 'legal', told: { required: true }, good: [[true]], bad: [false, null, 'yes'] },
  {
    type: 'choice',
    told: { choice: { options: ['a', 'Zürich 🌳', '__proto__'], isMultiple: false, allowsOther: false } },
    good: [[['a']], [['__proto__']], [['a', 'a'], ['a']], [[], null], [[''], null]],
    bad: ['a', ['b'], ['a', 'Zürich 🌳'], [1], many(1001), ...hostile],
  },
  {
    type: 'choice',
    told: { choice: { options: ['a', 'b'], isMultiple: true, allowsOther: true } },
    good: [
      [
        ['a', 'b', ' c '],
        ['a', 'b', 'c'],
      ],
      [['other']],
    ],
    bad: [['c', 'd'], ['x'.repeat(256)], ['a\0']],
  },
  {
    type: 'advanced_choice',
    told: { advancedChoice: { datasetUid: 'da_000000', field: 'a', isMultiple: false } },
    good: [[['a']], [[], null]],
    bad: ['a', ['a', 'b'], ['x'.repeat(2001)], ...hostile],
  },
  {
    type: 'advanced_choice',
    told: { advancedChoice: { datasetUid: 'da_000000', field: 'a', isMultiple: true } },
    good: [[many(100)]],
    bad: [many(101)],
  },
  {
    type: 'keywords',
    good: [
      [
        ['a', 'Zürich 🌳', 'a', ' '],
        ['a', 'Zürich 🌳'],
      ],
      [[' '], null],
    ],
    bad: ['a', {}, many(101), ['x'.repeat(256)], [['a']], ...hostile],
  },
  { type: 'linked_datasets', good: [[['da_000000']], [[], null]], bad: ['da_000000', [1], many(101), ...hostile] },
  {
    type: 'autofill',
    good: [[1], ['a'], [{ a: [null, true] }], [deep(16)]],
    bad: [deep(100_000), many(1001), huge, 'a\0b', '\ud800', { '\0': 1 }, many(900).map(() => 'x'.repeat(20))],
  },
  {
    type: 'location_picker',
    good: [
      [{ lat: 48.85, lon: 2.35 }],
      [{ lat: -90, lon: 180, address: "1 rue de l'Été", zoom: 3, found: true, city: null }],
    ],
    bad: [
      [48, 2],
      '48,2',
      {},
      { lat: 91, lon: 0 },
      { lat: 0, lon: -181 },
      { lat: '1', lon: 1 },
      { lat: 1, lon: 1, a: {} },
      { lat: 1, lon: 1, a: 'x'.repeat(1001) },
      { lat: 1, lon: 1, constructor: 1 },
      { lat: 1, lon: 1, '\0': 1 },
      { lat: 1, lon: 1, ...Object.fromEntries(many(21).map((name) => [`n${name}`, 1])) },
      ...hostile,
    ],
  },
  {
    type: 'location_search',
    good: [[{ lat: 0, lon: 0, label: '東京' }]],
    bad: ['x', { lon: 1 }, JSON.parse('{"lat": 1, "lon": 1, "__proto__": "a"}'), ...hostile],
  },
  {
    type: 'date_time',
    good: [['2026-01-31'], ['2024-02-29'], [' 0001-01-01 ', '0001-01-01']],
    bad: [
      '2026-02-29',
      '2026-1-1',
      '31/01/2026',
      '2026-01-31T08:00:00Z',
      '0000-01-01',
      '٢٠٢٦-٠١-٣١',
      20260131,
      ...hostile,
    ],
  },
  {
    type: 'date_time',
    told: { dateTime: { hasTime: true, min: '2026-01-01T00:00:00Z', max: null } },
    good: [
      ['2026-01-31T08:00:00+01:00', '2026-01-31T07:00:00Z'],
      ['2026-01-31 08:00', '2026-01-31T08:00:00Z'],
      ['2026-01-31T08:00:00.5z', '2026-01-31T08:00:00Z'],
    ],
    bad: ['2025-12-31T23:59:59Z', '2026-01-31', '2026-01-31T25:00:00Z', '9999-12-31T23:59:59-10:00', ...hostile],
  },
  {
    type: 'date_time',
    told: { dateTime: { hasTime: false, min: '2026-01-02', max: '2026-01-03' } },
    good: [['2026-01-02'], ['2026-01-03']],
    bad: ['2026-01-01', '2026-01-04'],
  },
  {
    type: 'url',
    good: [
      ['https://example.org/a?b=c#d'],
      ['http://localhost:8080/'],
      ['https://münchen.example/straße'],
      [' https://a.example ', 'https://a.example'],
    ],
    bad: [
      'example.org',
      'http:example.org',
      'https:\\example.org',
      'javascript:alert(1)',
      'ftp://example.org',
      'data:text/html,x',
      'https://',
      'https://a b',
      'https://ada:secret@example.org',
      `https://example.org/${'x'.repeat(2000)}`,
      ...hostile,
    ],
  },
  {
    type: 'siret',
    good: [
      ['73282932000074'],
      ['732 829 320 00074', '73282932000074'],
      ['35600000000048'],
      ['35600000049837'],
      ['٧٣٢٨٢٩٣٢٠٠٠٠٧٤', '73282932000074'],
    ],
    bad: ['73282932000075', '7328293200007', '00000000000001', '35600000049838', 73282932000074, ...hostile],
  },
  {
    type: 'contact',
    told: phone,
    good: [
      [{ phone: '+33123456789' }, { phone: '+33 1 23 45 67 89' }],
      [{ phone: ' ' }, null],
      [{}, null],
    ],
    bad: [
      { phone: '0123456789' },
      { phone: 'call me' },
      { phone: '+33 1' },
      { email: 'a@b.example' },
      { phone: 1 },
      { phone: huge },
      '+33123456789',
      ...hostile.filter((value) => typeof value !== 'object'),
    ],
  },
  {
    type: 'contact',
    told: {
      contact: {
        subFields: [
          { name: 'last_name', required: true },
          { name: 'email', required: false },
          { name: 'phone', required: false },
        ],
        defaultCountry: 'FR',
      },
    },
    good: [
      [
        { last_name: ' Łukasz ', phone: '01 23 45 67 89' },
        { last_name: 'Łukasz', email: null, phone: '+33 1 23 45 67 89' },
      ],
      [
        { last_name: 'a', email: 'ada@example.org' },
        { last_name: 'a', email: 'ada@example.org', phone: null },
      ],
    ],
    bad: [
      {},
      { last_name: '' },
      { last_name: 'a', email: 'ada@' },
      { last_name: 'a', email: 'ada@example.org\r\nbcc: x' },
      { last_name: 'a', constructor: 'b' },
      JSON.parse('{"last_name": "a", "__proto__": "b"}'),
      { last_name: 'a\0' },
      { last_name: ['a'] },
    ],
  },
];

const read = (block: Block, answer: Json) => {
  const { values, errors } = parseAnswers([{ title: '', blocks: [block] }], { a: answer }, noImages);
  return errors.length > 0 ? errors : values['a'];
};
const shortened = (answer: Json) => (typeof answer === 'object' ? 'an object or a list' : String(answer).slice(0, 40));

describe.each(
  tables.map((table) => [`${table.type} ${JSON.stringify(table.told ?? {}).slice(0, 60)}`, table] as const),
)('%s', (_name, { type, told, good, bad }) => {
  const block = blockOf(type, told);

  test.each(good.map(([answer, stored = answer]) => [shortened(answer), answer, stored] as const))(
    'takes %s',
    (_answer, answer, stored) => {
      expect(read(block, answer)).toEqual(stored);
      expect(read(block, stored)).toEqual(stored);
    },
  );

  test.each(bad.map((answer) => [shortened(answer), answer] as const))('refuses %s', (_answer, answer) => {
    const { errors } = parseAnswers([{ title: '', blocks: [block] }], { a: answer }, noImages);
    expect(errors).toEqual([
      { field: 'a', code: expect.any(String), params: expect.any(Object), message: expect.stringMatching(/\.$/) },
    ]);
    for (const { code, params, message } of errors) {
      // The code and the parameters say it all.
      const said = answerErrors[code].message.replace(/\{(\w+)\}/g, (_match, name) => String(params[name]));
      expect([said, `${params['part'] ?? ''}: ${said}`]).toContain(message);
    }
  });
});

test('every kind of block has a table', () => {
  expect(new Set(tables.map(({ type }) => type)).size).toBe(15);
});

test('an image is the name of the part that holds it, or what was read of it before', () => {
  const block = blockOf('image', { required: true });
  const stored = { id: '0d3c', filename: 'Zürich.png' };
  const readWith = (answer: Json) =>
    parseAnswers(
      [{ title: '', blocks: [block] }],
      { a: answer },
      { parts: new Set(['a', 'b']), stored: new Map([['0d3c', stored]]) },
    );
  expect(readWith('a')).toEqual({ values: { a: 'a' }, errors: [] });
  expect(readWith({ id: '0d3c', filename: 'other.svg' })).toEqual({ values: { a: stored }, errors: [] });
  for (const answer of ['b', 'c', '', null, 1, {}, { id: 'ffff', filename: 'a.png' }, { id: '__proto__' }, [], huge]) {
    expect(readWith(answer).errors).toMatchObject([{ field: 'a' }]);
  }
  expect(parseAnswers([{ title: '', blocks: [block] }], { a: 'a' }, noImages).errors).toMatchObject([{ field: 'a' }]);
});
