import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bindStoredFilter } from '#engine/odsql/bind/bind-stored-filter.ts';
import { compileTest } from '#engine/odsql/evaluate/compile-test.ts';
import { recordScope } from '#engine/odsql/evaluate/stored-record.ts';
import { printFilter } from '#engine/odsql/print.ts';
import { filterJson } from './filter-json.ts';
import { checkStoredFilter, parseStoredFilter } from '#engine/odsql/parse/parse-where.ts';
import type { DataRecord, Value } from '#engine/records/record.ts';
import { CatalogError } from '#kernel/fail.ts';
import { compileFilter } from './former-rules/compile-filter.ts';
import type { FilterField } from './former-rules/field-values.ts';
import { comparisonOperators, type Filter, type Literal } from './former-rules/filter.ts';
import { parseFilterQuery } from './former-rules/parse-filter-query.ts';
import { printFilter as printFormer } from './former-rules/print-filter.ts';

/*
 * Filters were stored before the language had functions. `former-rules` is a copy of what they meant then: it proves that each of them still
 * parses, looks the same in the graph, and matches the same records, null included.
 */

const fields: readonly FilterField[] = [
  { name: 'city', type: 'text' },
  { name: 'year', type: 'int' },
  { name: '2020_sales', type: 'double' },
  { name: 'date', type: 'date' },
  { name: 'updated', type: 'datetime' },
  { name: 'in', type: 'text', annotations: [{ name: 'multivalued', args: [';'] }] },
  { name: 'place', type: 'geo_point_2d' },
];

const anyField = fc.constantFrom(...fields.map(({ name }) => name), 'gone', 'count', '__proto__');
const anyDate = fc
  .constantFrom(
    '2026',
    '2026-01',
    '2026-01-31',
    '2026-01-31T08:00',
    '2026-01-31T08:00:00Z',
    '2025-12-31T23:59:59.9996+01:00',
  )
  .map((date) => ({ date }));
const ordered: fc.Arbitrary<Literal> = fc.oneof(
  fc.integer({ min: -3, max: 3 }),
  fc.constantFrom('', 'x', 'X', 'été', 'y', 'z 1', '2026-01-31', '2026-01-31T08:00:00Z', '2026', 'true'),
  anyDate,
);
const anyLiteral = fc.oneof(ordered, fc.boolean());
const anyFormerFilter = fc.letrec<{ filter: Filter }>((tie) => ({
  filter: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    fc.record({
      kind: fc.constant('comparison' as const),
      field: anyField,
      operator: fc.constantFrom(...comparisonOperators),
      value: ordered,
    }),
    fc.record({
      kind: fc.constant('comparison' as const),
      field: anyField,
      operator: fc.constantFrom('=' as const, '!=' as const),
      value: fc.boolean(),
    }),
    fc.record({
      kind: fc.constant('like' as const),
      field: anyField,
      pattern: fc.constantFrom('x', 'ETE', 'x* 1', '%', 'y%z'),
    }),
    fc.record({
      kind: fc.constant('in' as const),
      field: anyField,
      values: fc.array(anyLiteral, { minLength: 1, maxLength: 3 }),
    }),
    fc
      .tuple(anyField, fc.constantFrom(1, 'a', { date: '2026' }), ordered, ordered, fc.boolean(), fc.boolean())
      .filter(([, , from, to]) => typeof from === typeof to)
      .map(([field, , from, to, isFrom, isTo]): Filter => ({
        kind: 'range',
        field,
        from: { value: from, isIncluded: isFrom },
        to: { value: to, isIncluded: isTo },
      })),
    fc.record({ kind: fc.constant('isNull' as const), field: anyField }),
    fc.record({ kind: fc.constant('not' as const), filter: tie('filter') }),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      filters: fc.array(tie('filter'), { minLength: 2, maxLength: 3 }),
    }),
  ),
})).filter;

const anyText = fc.constantFrom('', 'x', 'X', 'été', 'ete x1', 'y', 'true', 'FALSE', 'z 1');
const orNull = (value: fc.Arbitrary<Value>) => fc.option(value, { freq: 4 });
const anyRecord: fc.Arbitrary<DataRecord> = fc.record(
  {
    city: orNull(anyText),
    year: orNull(fc.integer({ min: -3, max: 3 })),
    '2020_sales': orNull(fc.constantFrom(-2.5, 0, 1, 1.5)),
    date: orNull(fc.constantFrom('2026-01-31', '2025-12-31', '2026-02-01')),
    updated: orNull(
      fc.constantFrom(
        '2026-01-31T08:00:00Z',
        '2026-01-31T08:00:00.0004Z',
        '2025-12-31T22:59:59.999Z',
        '2026-01-01T00:00:00Z',
      ),
    ),
    in: orNull(
      fc.oneof(anyText, fc.constantFrom(';', 'x; y', 'true;X', 'été;;y '), fc.array(anyText, { maxLength: 2 })),
    ),
    place: orNull(fc.constant({ lat: 1, lon: 2 })),
  },
  { requiredKeys: [] },
);

/** What a stored query matches now. */
const compiled = (query: string) => {
  const { filter, problems } = bindStoredFilter(
    parseStoredFilter(query) ?? { kind: 'and', filters: [] },
    recordScope(fields),
  );
  return { matches: compileTest(filter), problems };
};

describe('a filter that was stored before', () => {
  test('matches the same records, and is not applicable for the same reasons', () => {
    fc.assert(
      fc.property(anyFormerFilter, fc.array(anyRecord, { minLength: 1, maxLength: 5 }), (filter, records) => {
        const [before, now] = [compileFilter(filter, fields), compiled(printFormer(filter))];
        expect(records.filter(now.matches)).toEqual(records.filter(before.matches));
        expect([...now.problems].sort(byField)).toEqual([...before.problems].sort(byField));
      }),
      { numRuns: 3_000 },
    );
  });

  test('looks the same in the graph, however it is written', () => {
    fc.assert(
      fc.property(anyFormerFilter, (filter) => {
        const parsed = parseStoredFilter(printFormer(filter));
        expect(parsed && filterJson(parsed)).toEqual(filter);
        expect(parsed && filterJson(parseStoredFilter(printFilter(parsed)) ?? parsed)).toEqual(filter);
      }),
    );
  });

  test.each([
    'year = 2020 and count != 1',
    '2020_sales = 1 or 2e5x is null',
    "date >= date'2026/01/31 08:00'",
    'select like "x" and `and` is not true',
    'search = "a" or within != "b"',
    'a:TRUE',
  ])('%s parses as before', (query) => {
    const parsed = parseStoredFilter(query);
    expect(parsed && filterJson(parsed)).toEqual(parseFilterQuery(query));
  });

  test('may have functions now', () => {
    const parsed = parseStoredFilter('year(`updated`) = 2026 and search(city, "x")');
    expect(parsed && filterJson(parsed)).toEqual({
      kind: 'and',
      filters: [
        {
          kind: 'comparison',
          left: { kind: 'call', name: 'year', arguments: [{ kind: 'field', field: 'updated' }], named: [] },
          operator: '=',
          right: { kind: 'literal', value: 2026 },
        },
        { kind: 'search', fields: ['city'], text: 'x' },
      ],
    });
  });
});

const byField = (one: { field: string }, other: { field: string }): number => (one.field < other.field ? -1 : 1);

describe('a query that cannot be stored', () => {
  test.each([
    ['city =', 'At character 7: end of line is unexpected.'],
    ['city == "x"', 'At character 7: = is unexpected.'],
    [
      "date = date'2026-02-30'",
      "date'2026-02-30' is not a date such as date'2026-01-31' or date'2026-01-31T08:00:00Z'.",
    ],
    [`city = "${'x'.repeat(10_000)}"`, 'The clause is longer than 10000 characters.'],
    [Array(201).fill('a = 1').join(' or '), 'Use 200 conditions at most.'],
    [
      'city like "%"',
      'The pattern of like needs a word of letters and digits: without one every record would match, or none.',
    ],
  ])('a query that cannot be stored: %.30s', (query, message) => {
    expect.assertions(1);
    try {
      checkStoredFilter(query, 'security.filterQuery');
    } catch (error) {
      expect(error instanceof CatalogError && error.fields).toEqual({ 'security.filterQuery': [message] });
    }
  });
});
