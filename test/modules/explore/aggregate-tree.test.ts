import { expect, test } from '@jest/globals';
import type { Scope, ScopeField } from '#engine/odsql/scope.ts';
import { CatalogError } from '#kernel/fail.ts';
import { aggregateTree, type AggregateInputs } from '#explore/aggregate-tree.ts';
import { orderTree } from '#explore/filter-tree.ts';

const field = (name: string, type: ScopeField['type'], isMultivalued = false): ScopeField => ({
  name,
  type,
  isMultivalued,
});
const fields = [
  field('country', 'text'),
  field('tags', 'text', true),
  field('population', 'int'),
  field('founded', 'date'),
  field('position', 'geo_point_2d'),
];
const find = (name: string) => fields.find((field) => field.name === name);
const scope: Scope = { fields, find, timezone: 'UTC', language: 'en', now: new Date(0) };

const treeOf = (inputs: Partial<AggregateInputs>) =>
  aggregateTree({ by: [], measures: [], orderBy: [], ...inputs }, scope);

function faults(work: () => unknown) {
  try {
    return work();
  } catch (error) {
    return error instanceof CatalogError ? error.fields : error;
  }
}

test('keys and measures have the names that ODSQL gives them, or their own', () => {
  const { groupBy, select } = treeOf({
    by: [
      { field: 'country' },
      { field: 'founded', part: 'year' },
      { field: 'founded', interval: { count: 15, unit: 'day' } },
      { field: 'population', width: 10 },
      { field: 'population', steps: [0, 10.5], as: 'size' },
      { field: 'position', cluster: { zoom: 4, radius: 40 } },
    ],
    measures: [
      { function: 'count' },
      { function: 'count_distinct', field: 'country' },
      { function: 'percentile', field: 'population', percent: 90 },
      { function: 'sum', field: 'population', as: 'people' },
    ],
  });
  expect(groupBy.map(({ alias }) => alias)).toEqual([
    ...['country', 'year(founded)', 'range(founded, 15 day)', 'range(population, 10)', 'size'],
    'geo_cluster(position, 4, 40)',
  ]);
  expect(select).toMatchObject([
    { alias: 'count(*)', expression: { name: 'count', isStar: true } },
    { alias: 'count(distinct country)', expression: { name: 'count', isDistinct: true } },
    { alias: 'percentile(population, 90)' },
    { alias: 'people', expression: { name: 'sum' } },
  ]);
});

test('groups are ordered by the name of a key or of a measure', () => {
  const inputs = { by: [{ field: 'country' }], measures: [{ function: 'count' as const, as: 'n' }] };
  const { orderBy } = treeOf({ ...inputs, orderBy: [{ field: 'n', direction: 'DESC' }] });
  expect(orderBy).toEqual([
    { kind: 'expression', expression: { kind: 'field', field: 'n', text: 'n' }, isDescending: true },
  ]);
});

test.each<[Partial<AggregateInputs>, string]>([
  [{ by: [{ field: 'nope' }] }, 'by.0.field'],
  [{ by: [{ field: 'founded', part: 'year', width: 1 }] }, 'by.0'],
  [{ by: [{ field: 'population', steps: [1] }] }, 'by.0.steps'],
  [{ by: [{ field: 'population', steps: [2, 1] }] }, 'by.0.steps'],
  [{ by: [{ field: 'country', as: '' }] }, 'by.0.as'],
  [{ by: [{ field: 'country' }, { field: 'tags', as: 'country' }] }, 'by.1.as'],
  [{ measures: [{ function: 'sum' }] }, 'measures.0.field'],
  [{ measures: [{ function: 'sum', field: 'nope' }] }, 'measures.0.field'],
  [{ measures: [{ function: 'percentile', field: 'population' }] }, 'measures.0.percent'],
  [{ measures: [{ function: 'percentile', field: 'population', percent: 101 }] }, 'measures.0.percent'],
  [{ measures: [{ function: 'count' }, { function: 'count' }] }, 'measures.1.as'],
  [{ orderBy: [{ field: 'nope', direction: 'ASC' }] }, 'orderBy.0.field'],
  [{ by: Array.from({ length: 21 }, (_, index) => ({ field: 'country', as: String(index) })) }, 'by'],
])('%j is refused at %s', (inputs, path) => {
  expect(faults(() => treeOf(inputs))).toEqual({ [path]: [expect.any(String)] });
});

test('records are ordered by fields and by the distance of points', () => {
  expect(orderTree([{ field: 'population', direction: 'DESC' }], scope)).toEqual([
    { kind: 'expression', expression: { kind: 'field', field: 'population', text: 'population' }, isDescending: true },
  ]);
  const near = { field: 'position', direction: 'ASC' as const, distanceTo: { lon: 7.4, lat: 46.9 } };
  expect(orderTree([near], scope)).toMatchObject([{ expression: { name: 'distance' } }]);
});

test.each([
  [{ field: 'nope', direction: 'ASC' as const }, 'orderBy.0.field'],
  [{ field: 'tags', direction: 'ASC' as const }, 'orderBy.0.field'],
  [{ field: 'position', direction: 'ASC' as const }, 'orderBy.0.field'],
  [{ field: 'country', direction: 'ASC' as const, distanceTo: { lon: 0, lat: 0 } }, 'orderBy.0.distanceTo'],
])('the order %j is refused at %s', (order, path) => {
  expect(faults(() => orderTree([order], scope))).toEqual({ [path]: [expect.any(String)] });
});
