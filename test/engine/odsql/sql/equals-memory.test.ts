import { afterAll, beforeAll, expect, test } from '@jest/globals';
import fc from 'fast-check';
import type { BoundFilter } from '#engine/odsql/bind/bound.ts';
import { bindFilter } from '#engine/odsql/bind/bind-filter.ts';
import { bindStoredFilter } from '#engine/odsql/bind/bind-stored-filter.ts';
import { compileTest } from '#engine/odsql/evaluate/compile-test.ts';
import { parseWhere } from '#engine/odsql/parse/parse-where.ts';
import type { Scope, ScopeField } from '#engine/odsql/scope.ts';
import { filterSql } from '#engine/odsql/sql/filter-sql.ts';
import { usesIndex } from '#engine/odsql/sql/words-sql.ts';
import type { SqlScope } from '#engine/odsql/sql/scope.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { sql } from '#kernel/sql.ts';
import { columnTable, type ColumnTable } from '#test/support/datasets/column-table.ts';
import { anyExpression, number } from './any-expression.ts';
import { anyRecord, columns, fill, memory, place, ring, text, timezones, word } from './any-record.ts';

let table: ColumnTable;
beforeAll(async () => {
  table = await columnTable(columns);
});
afterAll(() => table.close());

const literal = (value: string): string => JSON.stringify(value);
const operator = fc.constantFrom('=', '!=', '<', '<=', '>', '>=');
const formula = anyExpression.number;
const written = (points: readonly (readonly number[])[]) => `(${points.map((point) => point.join(' ')).join(', ')})`;
/** The same ring, smaller and within. */
const hole = (points: readonly (readonly number[])[]) => {
  const corners = points.slice(0, 3);
  const middle = [0, 1].map((axis) => corners.reduce((sum, corner) => sum + (corner[axis] ?? 0), 0) / 3);
  return points.map((corner) => corner.map((value, axis) => ((middle[axis] ?? 0) + value) / 2));
};
const wkt = fc
  .oneof(
    ring.map((points) => `POLYGON(${written(points)})`),
    ring.map((points) => `POLYGON(${written(points)}, ${written(hole(points))})`),
    fc.tuple(ring, ring).map(([a, b]) => `MULTIPOLYGON((${written(a)}), (${written(b)}))`),
    ring.map((points) => `LINESTRING${written(points)}`),
    fc.tuple(ring, place).map(([a, b]) => `GEOMETRYCOLLECTION(POLYGON(${written(a)}), POINT(${b.join(' ')}))`),
  )
  .map((text) => `geom'${text}'`);
const point = place.map((value) => `geom'POINT(${value.join(' ')})'`);
const date = fc.constantFrom('2023', '2024-01', '2024-02-29', '2024-01-01T00:00', '1999', '9999', '0001');
const searched = fc
  .tuple(
    text.filter((value) => value !== ''),
    fc.constantFrom('', '*', 'x'),
  )
  .map(([words, end]) => literal(words + end));
const anySearch = fc.oneof(
  fc.tuple(fc.constantFrom('name', 'tags'), searched).map(([f, words]) => `${f} like ${words}`),
  fc
    .tuple(
      fc.constantFrom('search', 'suggest', 'startswith'),
      fc.constantFrom('name, ', 'tags, ', 'name, tags, ', ''),
      searched,
    )
    .map(([f, names, words]) => `${f}(${names}${words})`),
  searched,
);
const condition = fc.oneof(
  fc
    .tuple(fc.constantFrom('name', 'tags', 'lower(name)'), fc.constantFrom('=', '!='), word)
    .map(([f, o, w]) => `${f} ${o} ${literal(w)}`),
  fc.tuple(fc.constantFrom('name', 'tags'), word, word).map(([f, a, b]) => `${f} in (${literal(a)}, ${literal(b)})`),
  fc.tuple(formula, operator, number).map((parts) => parts.join(' ')),
  fc.tuple(formula, operator, formula).map((parts) => parts.join(' ')),
  fc.tuple(fc.constantFrom('n', 'x'), number, number).map(([f, a, b]) => `${f} in ]${a}..${b}]`),
  fc.tuple(fc.constantFrom('n', 'x'), number, number).map(([f, a, b]) => `${f} in (${a}, ${b})`),
  fc.tuple(fc.constantFrom('d', 't'), operator, date).map(([f, o, value]) => `${f} ${o} date'${value}'`),
  fc.tuple(fc.constantFrom('d', 't'), date, date).map(([f, a, b]) => `${f} in [date'${a}'..date'${b}'[`),
  fc.constantFrom(
    'd < t',
    'd = t',
    'n is null',
    'tags is not null',
    'name is null',
    'name is true',
    'tags is true',
    's is null',
  ),
  fc.constantFrom(
    `date_format(d, "yyyy-MM-dd EEEE w e D") = "2024-02-29 Thursday 9 4 60"`,
    `date_format(t, "H:mm MMM E") = "0:30 Jan Mon"`,
  ),
  { weight: 3, arbitrary: anySearch },
  fc
    .tuple(fc.constantFrom('p', 's'), point, fc.integer({ min: 1, max: 2_000 }))
    .map(([f, g, km]) => `within_distance(${f}, ${g}, ${km}km)`),
  fc
    .tuple(fc.constantFrom('p', 's'), place, place)
    .map(([f, [w, s], [e, n]]) => `in_bbox(${f}, ${s}, ${w}, ${n}, ${e})`),
  fc
    .tuple(fc.constantFrom('p', 's'), wkt, fc.constantFrom('intersects', 'disjoint', 'within'))
    .map(([f, g, mode]) => `${mode}(${f}, ${g})`),
);
const { where: anyWhere } = fc.letrec<{ where: string }>((tie) => ({
  where: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    condition,
    tie('where').map((value) => `not (${value})`),
    fc.tuple(tie('where'), fc.constantFrom('and', 'or'), tie('where')).map(([a, o, b]) => `(${a}) ${o} (${b})`),
  ),
}));

/** The records that a filter matches, by SQL and in memory. */
async function matchesOf(
  records: readonly DataRecord[],
  bind: <F extends ScopeField>(scope: Scope<F>) => BoundFilter<F>,
  timezone: string,
  words?: SqlScope['words'],
): Promise<{ found: number[]; expected: number[] }> {
  const scope = table.scope({ timezone, ...(words && { words }) });
  const matches = compileTest(bind({ ...memory, timezone, now: scope.now }));
  const rows = await table.run(sql`select _position from t where ${filterSql(bind(scope), scope)} order by 1`);
  return {
    found: rows.map((row) => Number(row['_position'])),
    expected: records.flatMap((record, index) => (matches(record) ? [index] : [])),
  };
}

test('a condition matches the same records in SQL as in memory', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRecord, { minLength: 1, maxLength: 6 }),
      fc.array(anyWhere, { minLength: 4, maxLength: 8 }),
      fc.constantFrom(...timezones),
      async (records, wheres, timezone) => {
        await fill(table, records);
        for (const where of wheres) {
          const parsed = parseWhere(where);
          if (!parsed) continue;
          const { found, expected } = await matchesOf(records, (scope) => bindFilter(parsed, scope), timezone);
          expect({ where, found }).toEqual({ where, found: expected });
        }
      },
    ),
    { numRuns: 60 },
  );
});

test('a search matches the same records by an index of words as in memory, in the file and in the tail', async () => {
  const { search } = fc.letrec<{ search: string }>((tie) => ({
    search: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      { weight: 3, arbitrary: anySearch },
      condition,
      tie('search').map((value) => `not (${value})`),
      fc.tuple(tie('search'), fc.constantFrom('and', 'or'), tie('search')).map(([a, o, b]) => `(${a}) ${o} (${b})`),
    ),
  }));
  let indexed = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRecord, { minLength: 1, maxLength: 6 }),
      fc.nat(6),
      fc.array(search, { minLength: 4, maxLength: 8 }),
      async (records, indexedRows, wheres) => {
        await fill(table, records);
        const words = await table.indexWords(indexedRows);
        for (const where of wheres) {
          const parsed = parseWhere(where);
          if (!parsed) continue;
          const bind = <F extends ScopeField>(scope: Scope<F>) => bindFilter(parsed, scope);
          if (usesIndex(bind(table.scope()), table.scope({ words }))) indexed++;
          const { found, expected } = await matchesOf(records, bind, 'UTC', words);
          expect({ where, found }).toEqual({ where, found: expected });
        }
      },
    ),
    { numRuns: 60 },
  );
  expect(indexed).toBeGreaterThan(50);
});

test('a stored condition, which may order texts, matches the same records in SQL as in memory', async () => {
  const field = fc.constantFrom('name', 'tags');
  const anyOrder = fc.oneof(
    fc.tuple(field, operator, word).map(([f, o, w]) => `${f} ${o} ${literal(w)}`),
    fc.tuple(field, operator, fc.constantFrom('name', 'lower(name)')).map((parts) => parts.join(' ')),
    fc
      .tuple(field, fc.constantFrom('[', ']'), word, word, fc.constantFrom('[', ']'))
      .map(([f, open, a, b, close]) => `${f} in ${open}${literal(a)}..${literal(b)}${close}`),
  );
  await fc.assert(
    fc.asyncProperty(
      fc.array(anyRecord, { minLength: 1, maxLength: 6 }),
      fc.array(fc.tuple(fc.constantFrom('', 'not '), anyOrder), { minLength: 4, maxLength: 8 }),
      async (records, conditions) => {
        await fill(table, records);
        for (const [negation, condition] of conditions) {
          const where = `${negation}${condition}`;
          const parsed = parseWhere(where);
          if (!parsed) continue;
          const { found, expected } = await matchesOf(
            records,
            (scope) => bindStoredFilter(parsed, scope).filter,
            'UTC',
          );
          expect({ where, found }).toEqual({ where, found: expected });
        }
      },
    ),
    { numRuns: 60 },
  );
});
