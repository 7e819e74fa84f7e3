import { afterAll, beforeAll, expect, test } from '@jest/globals';
import { rowsStatement } from '../../../../src/engine/odsql/sql/query-sql.ts';
import { sql, sqlText } from '../../../../src/kernel/sql.ts';
import { odsqlTable, type Clauses, type OdsqlTable } from '../../../support/datasets/odsql-table.ts';

const columns = {
  name: 'text',
  n: 'int',
  x: 'double',
  d: 'date',
  t: 'datetime',
  tags: 'text[]',
  p: 'geo_point_2d',
} as const;

let table: OdsqlTable;
beforeAll(async () => {
  table = await odsqlTable(columns);
  await table.run(
    sqlText(`insert into t (c0, c1, c2, c3, c4, c5, c6)
      select 'word' || i, i % 1000, i / 7.0, date '2000-01-01' + i % 5000, timestamptz '2020-01-01Z' + make_interval(mins => i),
        array['a' || i % 500, 'b'], point(i % 360 - 180, i % 170 - 85) from generate_series(1, 20000) i`),
  );
  for (const index of [0, 1, 2, 3, 4]) await table.run(sqlText(`create index on t (c${index})`));
  await table.run(sqlText('create index on t using gin (c5)'));
  await table.run(sqlText('create index on t using gist (c6)'));
  await table.run(sqlText('create index on t using gin (_words)'));
  await table.run(sqlText('alter table t alter column _words set statistics 0'));
  await table.run(sqlText('analyze t'));
});
afterAll(() => table.close());

/** The lines of the plan. */
async function planOf(clauses: Clauses): Promise<string> {
  const statement = rowsStatement(table.bind(clauses), { from: table.from, limit: 20, offset: 0 });
  const lines = await table.run(sql`explain ${statement}`);
  return lines.map((line) => String(line['QUERY PLAN'])).join('\n');
}

test.each<[string, string]>([
  ['name = "word7"', 't_c0_idx'],
  ['name in ("word7", "word8")', 't_c0_idx'],
  ['startswith(name, "word777")', 't_c0_idx'],
  ['n = 7', 't_c1_idx'],
  ['n in [7..9]', 't_c1_idx'],
  ['n in [6.5..8.5]', 't_c1_idx'],
  ['x in ]7..8[', 't_c2_idx'],
  [`d = date'2001-02-03'`, 't_c3_idx'],
  [`t in [date'2020-01-02T00:00'..date'2020-01-02T00:10'[`, 't_c4_idx'],
  ['tags = "a7"', 't_c5_idx'],
  ['in_bbox(p, 1, 1, 2, 2)', 't_c6_idx'],
  [`within_distance(p, geom'POINT(1 1)', 10km)`, 't_c6_idx'],
  [`within(p, geom'POLYGON((1 1, 2 1, 2 2, 1 1))')`, 't_c6_idx'],
  ['"word77 b"', 't__words_idx'],
])('the index serves where %s', async (where, index) => {
  expect(await planOf({ where })).toContain(index);
});

test.each<[string, string]>([
  ['n', 'Index Scan using t_c1_idx'],
  ['n desc', 'Index Scan Backward using t_c1_idx'],
  ['name', 'Index Scan using t_c0_idx'],
  ['t desc', 'Index Scan Backward using t_c4_idx'],
])('the index serves order_by %s', async (orderBy, scan) => {
  expect(await planOf({ orderBy })).toContain(scan);
});
