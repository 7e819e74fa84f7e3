import { expect, test } from '@jest/globals';
import type { Block } from '#engine/blocks/block.ts';
import { type ComparisonType, meetsCondition } from '#engine/blocks/block-type.ts';
import { parseAnswers } from '#engine/blocks/parse-answers.ts';
import type { Json } from '#kernel/json.ts';
import { blockOf, noImages } from './block-of.ts';

const read = (blocks: readonly Block[], data: Json) => parseAnswers([{ title: '', blocks }], data, noImages);

const hasDog = blockOf('boolean', { fieldId: 'has_dog' });
const dog = blockOf('text', {
  fieldId: 'dog',
  required: true,
  conditions: [{ fieldId: 'has_dog', operator: 'equals', value: true }],
});
const collar = blockOf('text', {
  fieldId: 'collar',
  required: true,
  conditions: [{ fieldId: 'dog', operator: 'is_not_empty', value: null }],
});

test('what is hidden is not required, and what it is answered is dropped, whatever it is', () => {
  expect(read([hasDog, dog], { has_dog: true })).toEqual({
    values: { has_dog: true, dog: null },
    errors: [{ field: 'dog', code: 'REQUIRED', params: {}, message: 'This field is required.' }],
  });
  expect(read([hasDog, dog], { has_dog: false, dog: 1 })).toEqual({
    values: { has_dog: false, dog: null },
    errors: [],
  });
  expect(read([hasDog, dog], {})).toEqual({ values: { has_dog: null, dog: null }, errors: [] });
});

test('a hidden block is empty to the conditions of others', () => {
  expect(read([hasDog, dog, collar], { has_dog: false, dog: 'Rex' }).errors).toEqual([]);
  expect(read([hasDog, dog, collar], { has_dog: true, dog: 'Rex' }).errors).toEqual([
    { field: 'collar', code: 'REQUIRED', params: {}, message: 'This field is required.' },
  ]);
  expect(read([collar, dog, hasDog], { has_dog: true, dog: 'Rex', collar: 'red' })).toEqual({
    values: { collar: 'red', dog: 'Rex', has_dog: true },
    errors: [],
  });
});

test('conditions hide as well as show, when all of them hold or when one does', () => {
  const [x, y] = [blockOf('number', { fieldId: 'x' }), blockOf('number', { fieldId: 'y' })];
  const shownWith = (rest: Partial<Block>, data: object) =>
    read(
      [
        x,
        y,
        blockOf('text', {
          conditions: [
            { fieldId: 'x', operator: 'greater_than', value: 1 },
            { fieldId: 'y', operator: 'less_than', value: 0 },
          ],
          ...rest,
        }),
      ],
      { a: 'here', ...data },
    ).values['a'] === 'here';
  for (const [data, all, one] of [
    [{ x: 2, y: -1 }, true, true],
    [{ x: 2, y: 1 }, false, true],
    [{}, false, false],
  ] as const) {
    expect([data, shownWith({ conditionsMatch: 'and' }, data), shownWith({ conditionsMatch: 'or' }, data)]).toEqual([
      data,
      all,
      one,
    ]);
    expect([
      data,
      shownWith({ conditionsMatch: 'and', conditionsAction: 'hide' }, data),
      shownWith({ conditionsMatch: 'or', conditionsAction: 'hide' }, data),
    ]).toEqual([data, !all, !one]);
  }
});

test.each<readonly [ComparisonType, Json, Parameters<typeof meetsCondition>[2], Json, boolean]>([
  ['text', 'a', 'equals', 'a', true],
  ['text', '2026-01-31', 'equals', '2026-01-31T00:00:00Z', false],
  ['text', null, 'not_equals', 'a', true],
  ['text', 'Zürich', 'contains', 'ür', true],
  ['text', null, 'contains', 'a', false],
  ['text', null, 'not_contains', 'a', true],
  ['list', ['a', 'b'], 'contains', 'b', true],
  ['list', ['ab'], 'contains', 'a', false],
  ['number', 2, 'greater_than', 1, true],
  ['number', null, 'less_than', 1, false],
  ['number', 0, 'is_empty', null, false],
  ['date', '2026-01-31', 'less_than', '2026-02-01', true],
  ['date', '2026-01-31T08:00:00Z', 'greater_than', '2026-01-30', true],
  ['date', '2026-01-31T08:00:00Z', 'equals', '2026-01-31', true],
  ['date', '2026-01-31T08:00:00Z', 'less_than', '2026-01-31', false],
  ['boolean', false, 'is_not_empty', null, true],
  ['presence', null, 'is_empty', null, true],
])('of the kind %s, that %j %s %j is %s', (compared, value, operator, other, expected) => {
  expect(meetsCondition(compared, value, operator, other)).toBe(expected);
});

test('all errors come at once, in the order of the blocks, and names that no block has behind them', () => {
  const blocks = [blockOf('number', { fieldId: 'b' }), blockOf('text', { fieldId: 'a', required: true })];
  expect(read(blocks, JSON.parse('{"c": 1, "__proto__": 2, "b": "x"}')).errors.map(({ field }) => field)).toEqual([
    'b',
    'a',
    'c',
    '__proto__',
  ]);
  expect(read(blocks, { a: 'x', ['\0'.repeat(1000)]: 1 }).errors).toMatchObject([{ field: '\uFFFD'.repeat(100) }]);
  for (const data of [null, [], 'x', 1]) expect(read(blocks, data)).toMatchObject({ errors: [{ field: 'data' }] });
  expect(
    read(blocks, { a: 'x', ...Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`n${index}`, 1])) })
      .errors,
  ).toHaveLength(20);
});
