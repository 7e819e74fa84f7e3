import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { DataRecord, Value } from '#engine/records/record.ts';
import { runAll, sourceOf } from '../source-of.ts';
import { faultsWith, treat } from './apply-processor.ts';

const rowsOf = (type: string, params: Record<string, unknown>, row: DataRecord): DataRecord[] =>
  [treat(type, params, row).result].flat().filter((made) => made !== null);

test('delete_record drops the records that have the value', () => {
  const row = { a: 'My Company', b: ['x', 'y'], c: null };
  const isDeleted = (params: Record<string, unknown>) => treat('delete_record', params, row).result === null;
  expect(isDeleted({ field: 'a', value_to_skip: 'My Company' })).toBe(true);
  expect(isDeleted({ field: 'a', value_to_skip: 'Company' })).toBe(false);
  expect(isDeleted({ field: 'a', value_to_skip: 'Company', exact_match: 'false' })).toBe(true);
  expect(isDeleted({ field: 'b', value_to_skip: 'y' })).toBe(true);
  expect(isDeleted({ field: 'c' })).toBe(true);
  expect(faultsWith('delete_record', { exact_match: 'perhaps' })).toEqual(['field', 'exact_match']);
});

describe('expand_json_array', () => {
  const places = {
    name: 'Joe',
    places: [
      { city: 'Köln', at: { n: 1 } },
      { city: 'Łódź', at: { n: 2 } },
    ],
  };

  test.each<[Record<string, string>, Value, Value[]]>([
    [{}, '["a", 1, null]', ['a', 1, null]],
    [{}, ['a', { b: 1 }], ['a', { b: 1 }]],
    [{ ijson_rule_to_array: '.item' }, '[[1], [2]]', [[1], [2]]],
    [{ ijson_rule_to_array: 'item.item' }, '[[1], [2, 3]]', [1, 2, 3]],
    [{ ijson_rule_to_array: 'places.item' }, places, places.places],
    [{ ijson_rule_to_array: 'places.item.at.n' }, JSON.stringify(places), [1, 2]],
    [{ ijson_rule_to_array: 'places.item.none' }, places, [null]],
    [{ ijson_rule_to_array: '__proto__.item' }, places, [null]],
    [{}, { single: true }, [{ single: true }]],
    [{}, '[]', [null]],
    [{}, '', [null]],
    [{}, null, [null]],
  ])('%j makes of %j a record for each of %j', (params, value, elements) => {
    expect(rowsOf('expand_json_array', { json_array_field: 'a', ...params }, { a: value, b: 'é' })).toEqual(
      elements.map((a) => ({ a, b: 'é' })),
    );
    expect(rowsOf('expand_json_array', { json_array_field: 'a', output_field: 'c', ...params }, { a: value })).toEqual(
      elements.map((c) => ({ a: value, c })),
    );
  });

  test.each([
    '{',
    'soon',
    '[1,]',
    `${'['.repeat(300)}${']'.repeat(300)}`,
    '[1e999]',
    '['.repeat(900_000),
    `"${'x'.repeat(1_000_000)}"`,
  ])('what is no JSON is reported and stays', (a) => {
    expect(treat('expand_json_array', { json_array_field: 'a' }, { a })).toEqual({
      result: { a },
      problems: [{ field: 'a', message: expect.stringContaining('JSON') }],
    });
  });

  test('makes no more than ten thousand records, and repeats no more than fits into memory', () => {
    const expand = (a: Value, more: DataRecord = {}) =>
      treat('expand_json_array', { json_array_field: 'a' }, { a, ...more });
    expect(expand(Array.from({ length: 10_000 }, () => 1)).result).toHaveLength(10_000);
    expect(() => expand(Array.from({ length: 10_001 }, () => 1))).toThrow(RangeError);
    expect(() =>
      expand(
        Array.from({ length: 1_000 }, () => 1),
        { b: 'x'.repeat(100_000) },
      ),
    ).toThrow(RangeError);
  });

  test.each(['a..b', '', '.', 'a.', 'a.'.repeat(60) + 'b'])('the rule %s is refused', (rule) => {
    expect(faultsWith('expand_json_array', { json_array_field: 'a', ijson_rule_to_array: rule })).toEqual([
      'ijson_rule_to_array',
    ]);
  });

  test('expand_json_array makes as many records as the array has elements, in order', () => {
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 3 })), (elements) => {
        const array = JSON.stringify(elements);
        const made = rowsOf('expand_json_array', { json_array_field: 'a' }, { a: array });
        expect(made).toHaveLength(Math.max(1, elements.length));
        expect(JSON.stringify(made.map(({ a }) => a))).toBe(elements.length === 0 ? '[null]' : array);
      }),
    );
  });
});

test('extract_from_json fills a field for each rule', () => {
  const json = { owner: { name: 'Ada', Été: 1 }, bloc: [{ n: 5 }, { n: 6 }, {}], empty: [] };
  const params = { field: 'a', ijson_rules: 'owner.name, owner.Été\nbloc.item.n,empty.item,none.such,bloc' };
  const found = {
    owner_name: 'Ada',
    owner_ete: 1,
    bloc_item_n: [5, 6],
    empty_item: null,
    none_such: null,
    bloc: json.bloc,
  };
  expect(rowsOf('extract_from_json', params, { a: JSON.stringify(json) })).toEqual([
    { a: JSON.stringify(json), ...found },
  ]);
  expect(rowsOf('extract_from_json', params, { a: json })).toEqual([{ a: json, ...found }]);
  expect(treat('extract_from_json', { field: 'a', ijson_rules: 'b' }, { a: '{' })).toEqual({
    result: { a: '{', b: null },
    problems: [{ field: 'a', message: expect.stringContaining('not JSON') }],
  });
  expect(rowsOf('extract_from_json', { field: 'a', ijson_rules: '__proto__.polluted' }, { a: '{"x":1}' })).toEqual([
    { a: '{"x":1}', proto_polluted: null },
  ]);
  for (const rules of [
    '',
    ' , ',
    'constructor',
    'a, a',
    'a.b, a_b',
    'a..b',
    Array.from({ length: 101 }, (_, index) => `r${index}`).join(),
  ]) {
    expect(faultsWith('extract_from_json', { field: 'a', ijson_rules: rules })).toEqual(['ijson_rules']);
  }
});

test('json_array_to_multivalued makes a list of texts, or one text', () => {
  const params = { field: 'a', ijson_rule_to_array: 'bloc.item.n', output_field: 'b' };
  const a = '{"bloc":[{"n":"é"},{"n":5},{"n":false},{"n":null},{"n":{"k":1}},{}]}';
  expect(rowsOf('json_array_to_multivalued', params, { a })).toEqual([{ a, b: ['é', '5', 'false', '{"k":1}'] }]);
  expect(rowsOf('json_array_to_multivalued', { ...params, separator: ',' }, { a })).toEqual([
    { a, b: 'é,5,false,{"k":1}' },
  ]);
  expect(rowsOf('json_array_to_multivalued', params, { a: null })).toEqual([{ a: null, b: null }]);
  expect(treat('json_array_to_multivalued', params, { a: '{' })).toEqual({
    result: { a: '{', b: null },
    problems: [{ field: 'a', message: expect.any(String) }],
  });
  expect(() =>
    treat(
      'json_array_to_multivalued',
      { field: 'a', separator: 'x'.repeat(1_000), output_field: 'b' },
      { a: Array.from({ length: 2_000 }, () => 'y') },
    ),
  ).toThrow(RangeError);
  expect(faultsWith('json_array_to_multivalued', { ...params, separator: 'x'.repeat(1_001) })).toEqual(['separator']);
});

test.each<[Value, Value[]]>([
  ['a; b;;é', ['a', 'b', 'é']],
  [
    ['a', null, 'b', 5],
    ['a', 'b', 5],
  ],
  ['one', ['one']],
  [7, [7]],
  ['', [null]],
  [[], [null]],
  [null, [null]],
])('expand_multivalued makes of %j a record for each of %j', (value, values) => {
  expect(rowsOf('expand_multivalued', { multivalued_field: 'a', separator: ';' }, { a: value, b: 1 })).toEqual(
    values.map((a) => ({ a, b: 1 })),
  );
  expect(
    rowsOf('expand_multivalued', { multivalued_field: 'a', separator: ';', output_field: 'c' }, { a: value }),
  ).toEqual(values.map((c) => ({ a: value, c })));
});

test('expand_multivalued makes no more than ten thousand records', () => {
  expect(() =>
    treat('expand_multivalued', { multivalued_field: 'a', separator: ';' }, { a: 'x;'.repeat(10_001) }),
  ).toThrow(RangeError);
});

test.each<[Value, Value]>([
  ['b; a;b', 'b;a'],
  [
    ['b', 'a', 'b', null],
    ['b', 'a'],
  ],
  [
    ['1', 1, 1],
    ['1', 1],
  ],
  ['same;same', 'same'],
  [5, 5],
  ['', null],
  [null, null],
  [[], null],
])('deduplicate_multivalued makes of %j %j, once and for all', (value, expected) => {
  const deduplicate = (a: Value) => rowsOf('deduplicate_multivalued', { duplicated_field: 'a', separator: ';' }, { a });
  expect(deduplicate(value)).toEqual([{ a: expected }]);
  expect(deduplicate(expected)).toEqual([{ a: expected }]);
  expect(
    rowsOf('deduplicate_multivalued', { duplicated_field: 'a', separator: ';', output_field: 'b' }, { a: value }),
  ).toEqual([{ a: value, b: expected }]);
});

describe('transpose_columns_to_rows', () => {
  const params = { fixed_fields: 'country', label_for_title_column: 'year', label_for_value_column: 'people' };
  const row = { country: 'Åland', 2020: 30_000, 2030: null, z: ['x'] };

  test('makes a record of each column that is not kept', () => {
    expect(rowsOf('transpose_columns_to_rows', params, row)).toEqual([
      { country: 'Åland', year: '2020', people: 30_000 },
      { country: 'Åland', year: '2030', people: null },
      { country: 'Åland', year: 'z', people: ['x'] },
    ]);
    expect(rowsOf('transpose_columns_to_rows', params, { country: 'x' })).toEqual([
      { country: 'x', year: null, people: null },
    ]);
  });

  test('leaves no field of the columns that it has transposed', async () => {
    const { pipeline, rows } = await runAll({
      resources: [{ source: sourceOf('country,2020,2030,note\nx,1,2,a\n'), type: 'csvfile', params: {} }],
      processors: [
        { uid: 'pr_1', type: 'transpose_columns_to_rows', params: { ...params, fixed_fields: 'country,note' } },
      ],
    });
    expect(pipeline.fields.map(({ name }) => name)).toEqual(['country', 'note', 'year', 'people']);
    expect(rows).toHaveLength(2);
  });

  test('or of each that is named', () => {
    expect(
      rowsOf('transpose_columns_to_rows', { ...params, fixed_fields: '2020, 2030', invert_fixed_fields: true }, row),
    ).toEqual([
      { country: 'Åland', z: ['x'], year: '2020', people: 30_000 },
      { country: 'Åland', z: ['x'], year: '2030', people: null },
    ]);
  });

  test('or one record with all names and all values', () => {
    expect(rowsOf('transpose_columns_to_rows', { ...params, one_line: true }, row)).toEqual([
      { country: 'Åland', year: '2020;2030;z', people: '30000;;["x"]' },
    ]);
  });

  test('wants columns of their own for names and values', () => {
    expect(faultsWith('transpose_columns_to_rows', { ...params, label_for_title_column: 'country' })).toEqual([
      'label_for_title_column',
    ]);
    expect(faultsWith('transpose_columns_to_rows', { ...params, label_for_value_column: 'year' })).toEqual([
      'label_for_value_column',
    ]);
    expect(faultsWith('transpose_columns_to_rows', {})).toEqual([
      'fixed_fields',
      'label_for_title_column',
      'label_for_value_column',
    ]);
  });

  test('transpose_columns_to_rows keeps every cell', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.stringMatching(/^[a-z]{1,3}[0-9]$/), fc.jsonValue({ maxDepth: 1 })), (cells) => {
        const made = rowsOf('transpose_columns_to_rows', params, { country: 'x', ...(cells as DataRecord) });
        expect(made.every(({ country }) => country === 'x')).toBe(true);
        expect(
          Object.fromEntries(made.flatMap(({ year, people }) => (typeof year === 'string' ? [[year, people]] : []))),
        ).toEqual(cells);
      }),
    );
  });

  test('repeats no more than fits into memory', () => {
    const wide = Object.fromEntries(Array.from({ length: 1_000 }, (_, index) => [`c${index}`, index]));
    expect(() => treat('transpose_columns_to_rows', params, { country: 'x'.repeat(100_000), ...wide })).toThrow(
      RangeError,
    );
  });
});
