import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { FieldType, Value } from '#engine/records/record.ts';
import { runPreview } from '#engine/preview/preview.ts';
import type { RecordError } from '#engine/pipeline/processor-chain.ts';
import { runAll, sourceOf, typesOf } from '../source-of.ts';

const csv = (content: string) => ({ source: sourceOf(content), type: 'csvfile', params: {} });
const json = (rows: unknown) => ({ source: sourceOf(JSON.stringify(rows), 'a.json'), type: 'jsonfile', params: {} });
/** What each type is inferred from. */
const sampled = 1_000;

const number = (least: number, most: number) => fc.integer({ min: least, max: most }).map(String);
const twoDigits = (most: number) => fc.integer({ min: 1, max: most }).map((part) => String(part).padStart(2, '0'));
const day = fc
  .tuple(number(1990, 2030), fc.constantFrom('-', '/'), twoDigits(12), twoDigits(28))
  .map(([year, mark, month, date]) => [year, month, date].join(mark));
const time = fc
  .tuple(
    twoDigits(23),
    twoDigits(59),
    fc.constantFrom('', ':07', ':07.123456', ':07.500'),
    fc.constantFrom('', 'Z', '+02:00', '-0530'),
  )
  .map(([hour, minute, rest, zone]) => `${hour}:${minute}${rest}${zone}`);
const kinds = [
  number(-1000, 1000),
  fc.constantFrom('-0', '0', '9007199254740991'),
  fc.constantFrom('9007199254740993', '-12345678901234567890', '007', '+5', '1E5', 'NaN', 'true', ' 1', '0x10'),
  fc.tuple(number(-99, 99), number(0, 9999)).map((parts) => parts.join('.')),
  fc.constantFrom('1.50', '.5', '5.', '1e-7', '-0.0', '1e+400', '0.12345678901234567890'),
  day,
  fc.constantFrom('2024-13-05', '05.01.2024', '2024-1-5'),
  fc.tuple(day, fc.constantFrom(' ', 'T'), time).map((parts) => parts.join('')),
  fc.constantFrom('46.94, 7.44', '46.94,7.44', '96.94,7.44', '{"type":"Point","coordinates":[7.4,46.9]}'),
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 }).filter((text) => text.trim() === text && text !== ''),
] as const;
const mixed = fc.oneof(...kinds, fc.constant(''));
/** A column of one kind that others follow late, if at all. */
const column = fc
  .tuple(
    fc.constantFrom(...kinds).chain((kind) => fc.array(kind, { minLength: 1, maxLength: 5 })),
    fc.array(mixed, { maxLength: 4 }),
  )
  .map(([early, late]) => [
    ...Array.from({ length: sampled + 600 }, (_, index) => early[index % early.length] ?? ''),
    ...late,
    ...Array.from({ length: 4 - late.length }, () => early[0] ?? ''),
  ]);

const digitsOf = (text: string) =>
  text
    .replace(/[eE].*$/, '')
    .replace(/\D/g, '')
    .replace(/^0+/, '').length;
const instantOf = (text: string) =>
  Date.parse(
    text
      .replaceAll('/', '-')
      .replace(' ', 'T')
      .replace(/([+-]\d\d)(\d\d)$/, '$1:$2')
      .replace(/T[\d:.]+$/, '$&Z'),
  );

/** Whether a value is what its source wrote: the same text, or an equal value of the type. */
function isSame(text: string, value: Value, type: FieldType | undefined): boolean {
  if (type === 'int') return value === Number(text) && Number.isSafeInteger(value);
  if (type === 'double') return value === Number(text) && digitsOf(text) <= 17;
  if (type === 'date') return value === text.replaceAll('/', '-');
  if (type === 'datetime')
    return (
      typeof value === 'string' &&
      instantOf(value) === instantOf(text) &&
      (/\.(\d+)/.exec(text)?.[1] ?? '').replace(/0+$/, '') === (/\.(\d+)/.exec(value)?.[1] ?? '').replace(/0+$/, '')
    );
  if (type === 'geo_point_2d')
    return (
      JSON.stringify(value) === JSON.stringify({ lat: Number(text.split(',')[0]), lon: Number(text.split(',')[1]) })
    );
  return type === 'geo_shape' ? JSON.stringify(value) === text : value === text;
}

const quoted = (text: string) => `"${text.replaceAll('"', '""')}"`;

describe('whatever follows what a type was inferred from', () => {
  test('every value of a table is in its record, as it was written or as an equal value of the type of its field', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(column, { minLength: 1, maxLength: 4 }), async (columns) => {
        const names = columns.map((_column, index) => `geo${index}`);
        const lines = Array.from({ length: columns[0]?.length ?? 0 }, (_line, row) =>
          columns.map((cells) => quoted(cells[row] ?? '')).join(','),
        );
        const errors: RecordError[] = [];
        const { rows, pipeline } = await runAll({
          resources: [csv(`${names.join(',')}\n${lines.join('\n')}\n`)],
          processors: [],
          onError: (error) => errors.push(error),
        });
        const types = typesOf(pipeline) as Record<string, FieldType>;
        const wrong = names.flatMap((name, index) =>
          (columns[index] ?? []).flatMap((text, row) => {
            const value = rows[row]?.[name] ?? null;
            return (text === '' ? value === null : isSame(text, value, types[name]))
              ? []
              : [{ row, type: types[name], text, value }];
          }),
        );
        expect({ wrong: wrong.slice(0, 3), errors }).toEqual({ wrong: [], errors: [] });
      }),
      { numRuns: 25 },
    );
  });

  test.each<[string, string, string, FieldType, Value, Value]>([
    ['a fraction among integers', '1', '1.5', 'double', 1, 1.5],
    ['more digits than a number keeps', '1', '9007199254740993', 'text', '1', '9007199254740993'],
    ['leading zeros', '1', '007', 'text', '1', '007'],
    ['a text among decimal numbers', '1.50', 'n/a', 'text', '1.50', 'n/a'],
    ['a time among days', '2024/01/05', '2024-01-06 10:00', 'datetime', '2024-01-05T00:00:00Z', '2024-01-06T10:00:00Z'],
    ['a text among days', '2024/01/05', 'soon', 'text', '2024/01/05', 'soon'],
    ['a text among instants', '2024-01-05 10:00', 'soon', 'text', '2024-01-05 10:00', 'soon'],
    [
      'a text among shapes',
      '{"type":"Point","coordinates":[1,2]}',
      'x',
      'text',
      '{"type":"Point","coordinates":[1,2]}',
      'x',
    ],
  ])('whatever follows what a type was inferred from: %s', async (_case, early, late, type, first, last) => {
    const { rows, pipeline } = await runAll({
      resources: [csv(`n\n${`${quoted(early)}\n`.repeat(1_600)}${quoted(late)}\n`)],
      processors: [],
    });
    expect([typesOf(pipeline), rows[0]?.['n'], rows.at(-1)?.['n']]).toEqual([{ n: type }, first, last]);
    expect(pipeline.counters).toMatchObject({ recordsWritten: 1_601, recordErrors: 0 });
  });
});

describe('a format that distinguishes numbers from texts', () => {
  test('has its texts left as texts, days aside', async () => {
    const { rows, pipeline } = await runAll({
      resources: [
        json([
          { zip: '123', n: 1, mixed: 1, day: '2024-01-05', none: '' },
          { zip: '4', n: 2.5, mixed: '2', day: '', none: 3 },
        ]),
      ],
      processors: [],
    });
    expect(typesOf(pipeline)).toEqual({ zip: 'text', n: 'double', mixed: 'text', day: 'date', none: 'int' });
    expect(rows).toEqual([
      { zip: '123', n: 1, mixed: '1', day: '2024-01-05', none: null },
      { zip: '4', n: 2.5, mixed: '2', day: null, none: 3 },
    ]);
  });

  test('has what processors make of its texts inferred', async () => {
    const processors = [{ uid: 'pr_1', type: 'string_replace', params: { field: 'price', old: ' CHF', new: '' } }];
    const resources = [
      json([
        { price: '12 CHF', zip: '12' },
        { price: '13.5', zip: '13' },
      ]),
    ];
    const { rows, pipeline } = await runAll({ resources, processors });
    expect([typesOf(pipeline), rows[0]]).toEqual([
      { price: 'double', zip: 'text' },
      { price: 12, zip: '12' },
    ]);
    expect((await runPreview({ resources, processors })).records).toEqual(rows);
  });
});
