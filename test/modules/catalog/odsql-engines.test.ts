import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { parseWhere } from '#engine/odsql/parse/parse-where.ts';
import { bindFilter } from '#engine/odsql/bind/bind-filter.ts';
import { expandedValues, facetsStatement, type SqlFacet } from '#engine/odsql/sql/facet-sql.ts';
import { filterSql } from '#engine/odsql/sql/filter-sql.ts';
import { facetSorts } from '#engine/odsql/tree.ts';
import { sqlText } from '#kernel/sql.ts';
import { columnTable, type ColumnTable } from '#test/support/datasets/column-table.ts';
import { odsqlTable, type OdsqlTable } from '#test/support/datasets/odsql-table.ts';
import { anyExpression } from '#test/engine/odsql/sql/any-expression.ts';
import { anyRecord, timezones } from '#test/engine/odsql/sql/any-record.ts';

/** The kinds of fields that the catalog has: PostgreSQL answers queries over the catalog, the column engine those over records. */
const columns = { name: 'text', tags: 'text[]', n: 'int', d: 'date', t: 'datetime' } as const;

let postgres: OdsqlTable;
let engine: ColumnTable;
beforeAll(async () => {
  [postgres, engine] = await Promise.all([odsqlTable(columns), columnTable(columns)]);
});
afterAll(async () => {
  engine.close();
  await postgres.close();
});

type Generated = typeof anyRecord extends fc.Arbitrary<infer Item> ? Item : never;

/** Replaces the rows of both tables. */
async function fill(records: readonly Generated[]): Promise<void> {
  await engine.clear();
  await postgres.run(sqlText('truncate t restart identity'));
  const cells = (tags: (items: readonly string[]) => string) =>
    records.map(({ name, tags: list, n, d, t }) => [
      name,
      list && tags(list.split(';')),
      n === null ? null : String(n),
      d,
      t,
    ]);
  await engine.insert(cells((items) => JSON.stringify(items)));
  await postgres.insert(cells((items) => `{${items.map((item) => JSON.stringify(item)).join(',')}}`));
}

/** Without times whose clock may show the year 0, which PostgreSQL writes as 1 BC. */
const afterYear1 = <Time extends string>(time: Time | null): Time | null => (time?.startsWith('0001') ? null : time);
const someRecords = fc.array(
  anyRecord.map((record) => ({ ...record, d: afterYear1(record.d), t: afterYear1(record.t) })),
  { minLength: 1, maxLength: 8 },
);
const timezone = fc.constantFrom(...timezones);
/** The expressions without the fields that the catalog does not have. */
const expression = fc
  .oneof(anyExpression.number, anyExpression.text, anyExpression.time)
  .map((text) => `(${text.replaceAll(/\bx\b/g, '(n / 3)')})`);
const where = fc.constantFrom(
  ...[
    '',
    'name is null',
    'tags is not null',
    'tags = "x"',
    'not tags in ("Lac", "été")',
    'name in ("x", "river lake")',
  ],
  ...['n > 3', 'n in ]-5..7]', "d < date'2024'", "t >= date'2024-01-31'", 'd <= t', 'lower(name) = "x"'],
  ...[
    'startswith(name, "Ge")',
    'name like "lac*"',
    'tags like "genève"',
    '"rivre"',
    'search("lkae")',
    'year(t) = 2024',
  ],
);

/** A result without the digits in which the sums of the engines differ. */
const rounded = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value), (_key, part: unknown) =>
    typeof part === 'number' ? Number(part.toPrecision(12)) : part,
  );

test('rows are the same in PostgreSQL as in the column engine', async () => {
  const orderKey = fc.tuple(expression, fc.constantFrom('', ' desc')).map((parts) => parts.join(''));
  await fc.assert(
    fc.asyncProperty(
      someRecords,
      fc.record({
        select: fc.array(expression, { maxLength: 2 }).map((items) => ['*', ...items].join(', ')),
        orderBy: fc.array(orderKey, { maxLength: 2 }).map((keys) => keys.join(', ')),
        where,
        timezone,
        limit: fc.nat(10),
        offset: fc.nat(2),
      }),
      async (records, clauses) => {
        await fill(records);
        expect(rounded(await engine.rows(clauses))).toEqual(rounded(await postgres.rows(clauses)));
      },
    ),
    { numRuns: 30 },
  );
});

test('groups and aggregates are the same in PostgreSQL as in the column engine', async () => {
  const key = fc.constantFrom(
    ...[
      'name',
      'tags',
      'n',
      'd',
      't',
      'year(t)',
      'month(d)',
      'lower(name)',
      'ifnull(n, 0)',
      'range(n, 7)',
      'range(n, 0.5)',
    ],
    ...['range(n, *, -5, 0.5, 10, *)', 'range(n, -5, 5)', 'range(t, 1 day)', 'range(t, 1 week)', 'range(t, 6 hours)'],
    ...['range(d, 1 quarter)', 'range(d, 1 year)', 'range(t, 90 seconds)', "range(d, date'2000', date'2024-01-31', *)"],
    ...["range(t, *, date'2024-01-01', date'2024-03-31T02:00')", "date_format(t, 'yyyy-MM-dd HH')"],
  );
  const select =
    'count(*), count(tags), count(distinct name), count(distinct tags), sum(n), sum(n / 3), avg(n), avg(n * n), min(n), max(n * 2), min(d), max(t), median(n)';
  await fc.assert(
    fc.asyncProperty(
      someRecords,
      fc.uniqueArray(key, { maxLength: 3 }),
      fc.constantFrom('', 'count(*) desc', 'sum(n), max(t) desc'),
      fc.record({ where, timezone, limit: fc.nat(20), offset: fc.nat(2) }),
      async (records, keys, orderBy, clauses) => {
        await fill(records);
        const query = { ...clauses, select, groupBy: keys.join(', '), orderBy: keys.length === 0 ? '' : orderBy };
        expect(rounded(await engine.rows(query))).toEqual(rounded(await postgres.rows(query)));
      },
    ),
    { numRuns: 40 },
  );
});

test('facets are the same in PostgreSQL as in the column engine', async () => {
  const values = fc.array(fc.constantFrom('x', 'Lac', 'Lac river', '12', '2024', '2024/01', '2024/02/29', '-3'), {
    maxLength: 2,
  });
  const anyFacet = fc.record({
    name: fc.constantFrom('name', 'tags', 'n', 'd', 't'),
    separator: fc.option(fc.constantFrom(' ', 'a')),
    sort: fc.option(fc.constantFrom(...facetSorts)),
    limit: fc.integer({ min: 1, max: 5 }),
    refined: values,
    excluded: values,
    where,
  });
  await fc.assert(
    fc.asyncProperty(
      someRecords,
      fc.array(anyFacet, { minLength: 1, maxLength: 3 }),
      timezone,
      fc.boolean(),
      async (records, requests, zone, sharesRows) => {
        await fill(records);
        const count = async (table: Pick<OdsqlTable, 'scope' | 'from' | 'run'>) => {
          const scope = table.scope({ timezone: zone });
          const facets = requests.map(({ where: condition, ...request }): SqlFacet => {
            const parsed = parseWhere(condition);
            const field = scope.find(request.name);
            if (!field) throw new Error(`There is no field ${request.name}.`);
            const facet = { ...request, field, separator: field.type === 'text' ? request.separator : null };
            const filter = parsed && bindFilter(parsed, scope);
            return { ...facet, shown: expandedValues(facet), condition: filter && filterSql(filter, scope) };
          });
          const rows = await table.run(facetsStatement(facets, { from: table.from, timezone: zone, sharesRows }));
          return rows.map(({ facet, parent, value, count: found }) => ({ facet, parent, value, count: Number(found) }));
        };
        expect(await count(engine)).toEqual(await count(postgres));
      },
    ),
    { numRuns: 40 },
  );
});
