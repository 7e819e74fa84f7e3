import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { Scope, ScopeField } from '#engine/odsql/scope.ts';
import { CatalogError } from '#kernel/fail.ts';
import { filterTree } from '#explore/filter-tree.ts';
import type { RecordFilter } from '#explore/records.inputs.ts';

const field = (name: string, type: ScopeField['type'], isMultivalued = false): ScopeField => ({
  name,
  type,
  isMultivalued,
});
const fields = [
  field('name', 'text'),
  field('tags', 'text', true),
  field('population', 'int'),
  field('founded', 'date'),
  field('position', 'geo_point_2d'),
  field('photo', 'file'),
];
const find = (name: string) => fields.find((field) => field.name === name);
const scope: Scope = { fields, find, timezone: 'UTC', language: 'en', now: new Date(0) };
const checks = { scope, path: 'filter', problemOf: () => undefined };

const treeOf = (filter: RecordFilter) => filterTree(filter, checks);

/** The fields at fault, with their messages. */
function faults(filter: RecordFilter, problem?: string) {
  try {
    return filterTree(filter, { ...checks, problemOf: () => problem });
  } catch (error) {
    return error instanceof CatalogError ? [error.code, error.fields] : error;
  }
}

const text = (value: string) => ({ kind: 'literal', value, text: JSON.stringify(value) });
const named = (name: string) => ({ kind: 'field', field: name, text: name });

test('a condition on a field becomes the comparison that ODSQL text has', () => {
  expect(treeOf({ field: 'name', text: { equals: 'Bern' } })).toEqual({
    kind: 'and',
    filters: [{ kind: 'comparison', left: named('name'), operator: '=', right: text('Bern') }],
  });
  expect(treeOf({ field: 'founded', date: { notBefore: '2024-02' } })).toMatchObject({
    filters: [{ operator: '>=', right: { value: { date: '2024-02' } } }],
  });
});

test('several members of a condition must all hold', () => {
  expect(treeOf({ field: 'population', number: { atLeast: 1, lessThan: 5 } })).toMatchObject({
    kind: 'and',
    filters: [{ operator: '<' }, { operator: '>=' }],
  });
});

test('combinations nest; none is the complement of any', () => {
  const filter = { any: [{ field: 'name', isNull: true }, { none: [{ matches: 'lake*' }] }] };
  expect(treeOf(filter)).toEqual({
    kind: 'or',
    filters: [
      { kind: 'isNull', field: 'name' },
      { kind: 'not', filter: { kind: 'or', filters: [{ kind: 'fullText', fields: null, text: 'lake*' }] } },
    ],
  });
});

test('words are searched in all text fields, or in the named one', () => {
  expect(treeOf({ matches: 'a' })).toEqual({ kind: 'fullText', fields: null, text: 'a' });
  expect(treeOf({ field: 'tags', matches: 'a' })).toEqual({ kind: 'like', field: 'tags', pattern: 'a' });
});

test.each<[RecordFilter, string, RegExp]>([
  [{}, 'filter', /exactly one/],
  [{ matches: 'a', field: 'name', isNull: true }, 'filter', /exactly one/],
  [{ all: [{ matches: 'a' }], field: 'name' }, 'filter', /exactly one/],
  [{ all: [] }, 'filter.all', /at least one/],
  [{ any: [{ matches: 'a' }, { field: 'nope', isNull: true }] }, 'filter.any.1.field', /^Unknown field: nope$/],
  [{ isNull: true }, 'filter.field', /Name the field/],
  [{ field: 'name', number: { equals: 1 } }, 'filter.number', /has the type text\. Use text or matches\./],
  [{ field: 'population', text: { equals: '1' } }, 'filter.text', /has the type int\. Use number\./],
  [{ field: 'population', matches: '1' }, 'filter.matches', /Use number/],
  [{ field: 'photo', geo: {} }, 'filter.geo', /Use isNull/],
  [{ field: 'name', text: {} }, 'filter.text', /at least one member/],
  [{ field: 'name', text: { in: [] } }, 'filter.text.in', /1 to 1000 values/],
  [{ field: 'name', text: { in: Array.from({ length: 1_001 }, () => 'a') } }, 'filter.text.in', /1 to 1000 values/],
  [{ field: 'name', text: { like: 'a'.repeat(10_001) } }, 'filter.text.like', /10000 characters/],
  [{ field: 'founded', date: { before: 'soon' } }, 'filter.date.before', /ISO 8601/],
  [{ field: 'position', geo: { within: {} } }, 'filter.geo.within', /GeoJSON/],
])('%j is refused at %s', (filter, path, message) => {
  expect(faults(filter)).toEqual(['INVALID_INPUT', { [path]: [expect.stringMatching(message)] }]);
});

test('what the language finds wrong with a value is reported at the value', () => {
  expect(faults({ field: 'population', number: { equals: 1 } }, 'This cannot be.')).toEqual([
    'INVALID_INPUT',
    { 'filter.number.equals': ['This cannot be.'] },
  ]);
});

test('levels and conditions are limited', () => {
  const nested = (levels: number): RecordFilter => (levels === 1 ? { matches: 'a' } : { all: [nested(levels - 1)] });
  expect(faults(nested(20))).toMatchObject({ kind: 'and' });
  expect(faults(nested(21))).toEqual(['INVALID_INPUT', expect.anything()]);
  const many = (count: number) => ({ any: Array.from({ length: count }, () => ({ matches: 'a' })) });
  expect(faults(many(1_000))).toMatchObject({ kind: 'or' });
  expect(faults(many(1_001))).toEqual(['INVALID_INPUT', { 'filter.any.1000': [expect.stringContaining('1000')] }]);
});

test('any input becomes a tree or is refused as invalid input below its path', () => {
  const names = fc.constantFrom('name', 'tags', 'population', 'founded', 'position', 'photo', 'hidden');
  const condition = fc.record(
    {
      field: names,
      text: fc.record({ equals: fc.string(), in: fc.array(fc.string()), suggest: fc.string() }, { requiredKeys: [] }),
      number: fc.record({ equals: fc.double({ noNaN: true }), in: fc.array(fc.integer()) }, { requiredKeys: [] }),
      date: fc.record({ after: fc.string() }, { requiredKeys: [] }),
      geo: fc.record({ within: fc.dictionary(fc.string(), fc.jsonValue()) }, { requiredKeys: [] }),
      isNull: fc.option(fc.boolean()),
      matches: fc.option(fc.string()),
    },
    { requiredKeys: [] },
  );
  const { filter } = fc.letrec<{ filter: RecordFilter; list: RecordFilter[] }>((tie) => ({
    filter: fc.oneof(
      { maxDepth: 4 },
      condition as fc.Arbitrary<RecordFilter>,
      fc.record({ all: tie('list') }),
      fc.record({ none: tie('list') }),
    ),
    list: fc.array(tie('filter'), { maxLength: 3 }),
  }));
  fc.assert(
    fc.property(filter, (input) => {
      const found = faults(input);
      if (!Array.isArray(found)) return expect(found).toHaveProperty('kind');
      const [code, paths] = found as [string, Record<string, string[]>];
      expect(code).toBe('INVALID_INPUT');
      for (const path of Object.keys(paths)) expect(path).toMatch(/^filter(\.|$)/);
    }),
  );
});
