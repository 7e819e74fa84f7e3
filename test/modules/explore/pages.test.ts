import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { bindFilter } from '#engine/odsql/bind/bind-filter.ts';
import { parseWhere } from '#engine/odsql/parse/parse-where.ts';
import { filterSql } from '#engine/odsql/sql/filter-sql.ts';
import { relevanceSql, usesIndex } from '#engine/odsql/sql/words-sql.ts';
import { orderKeys, rowSql, rowsStatement, withoutGroups } from '#engine/odsql/sql/query-sql.ts';
import type { SqlScope } from '#engine/odsql/sql/scope.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { pageSql, type RecordPosition } from '#explore/page-sql.ts';
import { columnTable, type Clauses, type ColumnTable } from '#test/support/datasets/column-table.ts';
import { columns, fill, timezones } from '#test/engine/odsql/sql/any-record.ts';
import { anyOrderKey, orderByOf, someRecords, sortedBy } from '#test/engine/odsql/sql/evaluator.ts';

let table: ColumnTable;
beforeAll(async () => {
  table = await columnTable(columns);
});
afterAll(() => table.close());

const isText = (value: unknown): value is string => typeof value === 'string';

/** The numbers `n` of the records of a page, and the place after which the next begins. */
async function readPage(
  clauses: Clauses,
  limit: number,
  after: RecordPosition | undefined,
  offset = 0,
  words: SqlScope['words'] = { isRanked: true },
) {
  const query = table.bind({ ...clauses, select: 'n' });
  const scope = { ...query.scope, words };
  const relevance = query.order.length === 0 ? relevanceSql(query.filter, scope) : null;
  const rows = await table.run(
    pageSql({
      from: table.from,
      condition: query.filter ? filterSql(query.filter, scope) : undefined,
      keys: relevance
        ? [{ value: relevance, type: 'double precision', isDescending: true }]
        : orderKeys(query.order, scope, withoutGroups),
      isRanked: relevance !== null,
      isInOrder: !query.filter || !usesIndex(query.filter, scope),
      position: scope.position,
      record: rowSql(query.items, scope),
      recordId: sqlText("'id'"),
      ...{ after, limit, offset },
    }),
  );
  const records = rows.map(({ record }): unknown => JSON.parse(String(record)).n);
  const [, , ...places] = Object.values(rows.at(-1) ?? {});
  const last = places.at(-1);
  const keys = places.slice(0, -1).map((key) => (isText(key) ? key : null));
  return { records, last: isText(last) ? { keys, position: last } : undefined };
}

/** The records of all pages, one after the other. */
async function readPages(clauses: Clauses, limit: number, words?: SqlScope['words']): Promise<unknown[]> {
  const all: unknown[] = [];
  let after: RecordPosition | undefined;
  for (;;) {
    const { records, last } = await readPage(clauses, limit, after, 0, words);
    all.push(...records);
    if (records.length < limit) return all;
    after = last;
  }
}

test('the pages of an order, each after the one before, are all records in that order', async () => {
  await fc.assert(
    fc.asyncProperty(
      someRecords,
      fc.array(anyOrderKey, { maxLength: 3 }),
      fc.constantFrom(...timezones),
      fc.constantFrom('', 'tags is null', 'x > 0 or x is null'),
      fc.integer({ min: 1, max: 4 }),
      fc.nat(4),
      async (unnumbered, keys, timezone, where, limit, offset) => {
        const records = unnumbered.map((record, n): DataRecord => ({ ...record, n }));
        await fill(table, records);
        const clauses = { orderBy: orderByOf(keys), where, timezone };
        const kept = records.filter(({ tags, x }) =>
          where.startsWith('tags') ? tags === null : where === '' || x === null || Number(x) > 0,
        );
        const expected = sortedBy(kept, keys, timezone).map(({ n }) => n);
        expect({ clauses, records: await readPages(clauses, limit) }).toEqual({ clauses, records: expected });
        const skipped = await readPage(clauses, limit, undefined, offset);
        expect(skipped.records).toEqual(expected.slice(offset, offset + limit));
      },
    ),
    { numRuns: 60 },
  );
});

test('a random order has each record once', async () => {
  await fill(
    table,
    Array.from({ length: 9 }, (_, n) => ({ n })),
  );
  const [one, other] = [await readPages({ orderBy: 'random(1)' }, 4), await readPages({ orderBy: 'random(2)' }, 2)];
  expect(one.toSorted()).toEqual(other.toSorted());
  expect(one).not.toEqual(other);
});

test('an offset after a cursor skips records, and nothing follows the last position', async () => {
  await fill(
    table,
    Array.from({ length: 9 }, (_, n) => ({ n })),
  );
  expect((await readPage({}, 2, { keys: [], position: '3' }, 2)).records).toEqual([6, 7]);
  expect((await readPage({}, 2, { keys: [], position: String(2n ** 63n - 1n) })).records).toEqual([]);
});

/** Fills the table with records that a search finds; `words` is SQL for the text of record `i`. */
async function fillWith(count: number, words: string): Promise<void> {
  await table.clear();
  await table.run(
    sqlText(`insert into r (_position, c0, c0_words, c2, c3, c4) select i, ${words}, ' ' || ${words} || ' ', i, i % 1000 / 7.0,
      date '2000-01-01' + (i % 3000)::int from range(${String(count)}) numbers (i)`),
  );
}

test('the first 10,000 matches of a search are ranked; the others follow in the order of publication', async () => {
  await fillWith(10_020, `'river' || case when i % 100 = 99 or i > 10010 then ' lake' else '' end`);
  const found = await readPages({ where: '"river"' }, 3_340);
  const numbers = Array.from({ length: 10_020 }, (_, n) => n);
  const [ranked, rest] = [numbers.slice(0, 10_000), numbers.slice(10_000)];
  // a record with more other words is less relevant
  expect(found).toEqual([...ranked.filter((n) => n % 100 !== 99), ...ranked.filter((n) => n % 100 === 99), ...rest]);
  expect((await readPage({ where: '"river"' }, 2, undefined, 9_999)).records).toEqual([9_999, 10_000]);
});

test('the matches that an index of words finds have the same order', async () => {
  await fillWith(10_020, `'river' || case when i % 100 = 99 or i > 10010 then ' lake' else '' end`);
  const words = await table.indexWords(10_000);
  for (const where of ['"river"', '"riv* lake"', 'name like "river"', 'not name like "lake"'])
    expect(await readPages({ where }, 3_340, words)).toEqual(await readPages({ where }, 3_340));
  const query = table.bind({ where: '"river lake"' });
  const indexed = filterSql(query.filter ?? { kind: 'constant', value: false }, { ...query.scope, words });
  expect(indexed.render().text).not.toContain('strpos');
});

describe('more rows than a thread reads at a time', () => {
  beforeAll(async () => {
    await table.run(sqlText('set threads to 2'));
    await fillWith(300_000, "'river lake'");
  });

  test.each([
    ...[
      '',
      'n >= 1000',
      'not name = "x"',
      'x in (0, 1, 2)',
      'x < 100 and n > 5',
      "d in [date'2001'..date'2007'[",
      'name is not null',
    ],
    ...[
      'name like "river"',
      '"lake" or "river"',
      'startswith(name, "r")',
      'tags is null',
      'not tags = "x"',
      'search("river lak")',
      'year(d) > 2001',
    ],
  ])('come in the order of publication where they match "%s", though nothing sorts them', async (where) => {
    const parsed = parseWhere(where);
    const scope = table.scope();
    const filter = parsed && bindFilter(parsed, scope);
    const rows = rowsStatement(
      { ...table.bind({ select: 'n' }), filter },
      { from: table.from, isInOrder: true, limit: null, offset: 0, columns: [sqlText('t._position')] },
    );
    const [found] =
      await table.run(sql`select count(*)::int as count, count(*) filter (where row < before)::int as unsorted
    from (select row, lag(row) over () as before from (${rows}) as found) as pairs`);
    expect(found).toEqual({ count: expect.any(Number), unsorted: 0 });
    expect(Number(found?.['count'])).toBeGreaterThan(500);
  });
});
