import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { bindExclusions, bindRefinements } from '#engine/odsql/bind/bind-query.ts';
import { parseRefinements } from '#engine/odsql/parse/parse-facet.ts';
import {
  expandedValues,
  type FacetNode,
  type FacetRow,
  facetsStatement,
  facetTree,
  facetValue,
  type SqlFacet,
} from '#engine/odsql/sql/facet-sql.ts';
import { filterSql } from '#engine/odsql/sql/filter-sql.ts';
import { sqlAnd } from '#kernel/sql.ts';
import type { FacetSort } from '#engine/odsql/tree.ts';
import { cities, cityColumns, columnTable, type ColumnTable } from '#test/support/datasets/column-table.ts';

let table: ColumnTable;
beforeAll(async () => {
  table = await columnTable(cityColumns);
  await table.insert(cities);
});
afterAll(() => table.close());

interface Request {
  readonly facet: string;
  readonly refine?: string;
  readonly exclude?: string;
  readonly isDisjunctive?: boolean;
  readonly sort?: FacetSort;
  readonly limit?: number;
  readonly timezone?: string;
}

/** The facet of a request; `path` is hierarchical. */
async function facet(request: Request): Promise<string[]> {
  const { facet: name, refine = '', exclude = '', isDisjunctive = false, timezone = 'UTC' } = request;
  const scope = table.scope({ timezone });
  const field = scope.find(name);
  if (!field) throw new Error(`There is no field ${name}.`);
  const settings = { isDisjunctive, separator: name === 'path' ? '/' : null };
  const refinements = parseRefinements(refine, 'refine');
  const exclusions = parseRefinements(exclude, 'exclude');
  const valuesOf = (values: typeof refinements): string[] =>
    values.filter((value) => value.field === name).map(({ value }) => facetValue(field, value));
  const values = { refined: valuesOf(refinements), excluded: valuesOf(exclusions) };
  const excluded = bindExclusions(exclusions, scope, () => settings);
  const others = bindRefinements(refinements, scope, () => settings)
    .filter((value) => !isDisjunctive || value.field !== field)
    .map(({ filter }) => filterSql(filter, scope));
  const plan: SqlFacet = {
    name,
    field,
    separator: settings.separator,
    sort: request.sort ?? null,
    limit: request.limit ?? 100,
    ...values,
    shown: expandedValues({ field, separator: settings.separator, ...values }),
    condition: sqlAnd(...others, excluded ? filterSql(excluded, scope) : undefined),
  };
  const rows = await table.run(facetsStatement([plan], { from: table.from, timezone, sharesRows: true }));
  const found = rows.map(({ facet: index, parent, value, count }): FacetRow => ({
    facet: Number(index),
    parent: String(parent),
    value: String(value),
    count: Number(count),
  }));
  return linesOf(facetTree(plan, found));
}

const linesOf = (nodes: readonly FacetNode[], indent = ''): string[] =>
  nodes.flatMap(({ value, label, count, state, children }) => [
    `${indent}${label}${value === label ? '' : ` (${value})`} ${count ?? '-'}${state === 'displayed' ? '' : ` ${state}`}`,
    ...linesOf(children, `${indent}  `),
  ]);

test('values are counted, the most frequent first, then by value; null is none', async () => {
  expect(await facet({ facet: 'country' })).toEqual(['CH 2', 'FR 2', 'EC 1']);
  expect(await facet({ facet: 'tags' })).toEqual(['river 3', 'capital 2', 'lake 1']);
  expect(await facet({ facet: 'population', sort: 'num', limit: 2 })).toEqual(['134000 1', '203000 1']);
  expect(await facet({ facet: 'name', sort: '-alphanum', limit: 2 })).toEqual(['Quito 1', 'Paris 1']);
});

test('a facet shows what remains of the result', async () => {
  expect(await facet({ facet: 'tags', refine: 'tags:capital' })).toEqual(['capital 2 refined', 'river 2']);
});

test('a disjunctive facet shows the values without its own refinement', async () => {
  expect(await facet({ facet: 'tags', refine: 'tags:capital', isDisjunctive: true })).toEqual([
    'river 3',
    'capital 2 refined',
    'lake 1',
  ]);
});

test('an excluded value is listed without its count', async () => {
  expect(await facet({ facet: 'country', exclude: 'country:FR' })).toEqual(['CH 2', 'EC 1', 'FR - excluded']);
});

test('a refined value stays listed, without rows and beyond the limit too', async () => {
  expect(await facet({ facet: 'country', refine: 'country:XX' })).toEqual(['XX 0 refined']);
  expect(await facet({ facet: 'tags', refine: 'tags:lake', isDisjunctive: true, limit: 1 })).toEqual([
    'river 3',
    'lake 1 refined',
  ]);
});

test('a hierarchy shows its first level, and the next below a refined value', async () => {
  expect(await facet({ facet: 'path' })).toEqual(['Europe 4']);
  expect(await facet({ facet: 'path', refine: 'path:Europe' })).toEqual([
    'Europe 4 refined',
    '  France (Europe/France) 2',
    '  Switzerland (Europe/Switzerland) 2',
  ]);
  expect(await facet({ facet: 'path', refine: 'path:Europe/France' })).toEqual([
    'Europe 2 refined',
    '  France (Europe/France) 2 refined',
    '    Lyon (Europe/France/Lyon) 1',
    '    Paris (Europe/France/Paris) 1',
  ]);
});

test('dates have the levels year, month and day, in the time zone and by time', async () => {
  expect(await facet({ facet: 'updated' })).toEqual(['2023 1', '2024 3']);
  expect(await facet({ facet: 'updated', refine: 'updated:2024/2' })).toEqual([
    '2024 2 refined',
    '  02 (2024/02) 2 refined',
    '    01 (2024/02/01) 1',
    '    29 (2024/02/29) 1',
  ]);
  expect(await facet({ facet: 'updated', timezone: 'Europe/Paris' })).toEqual(['2024 4']);
  expect(await facet({ facet: 'founded', refine: 'founded:1191' })).toEqual(['1191 1 refined', '  01 (1191/01) 1']);
});
