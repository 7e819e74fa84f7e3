import { sql, sqlJoin, sqlName, sqlText, type Sql } from '#kernel/sql.ts';
import type { AccessPath, Order, TypeSource } from './type-source.ts';
import { orderBy, orderColumns } from './connection.ts';

/** The columns that select and order the keys of a page. */
export const keyColumns = ({ key }: Pick<TypeSource, 'key'>, order: Order): readonly string[] => [
  ...new Set([key, ...order.by.flatMap(({ column, within = column, valueOfKey }) => (valueOfKey ? [] : within))]),
];

/** A page of keys. */
interface KeyPage {
  /** The order in which the page is read. */
  readonly order: Order;
  /** The condition that a key is between the cursors, on the rows under the alias. */
  readonly between: (alias: Sql) => Sql | undefined;
  readonly limit: Sql;
  readonly offset: Sql | undefined;
}

/**
 * The query of the keys of a page from all paths to its rows. Each path ends where the page ends, so the query reads at most the skipped
 * and the shown keys from each. A row that several paths lead to counts once.
 */
export function keysFromPaths(
  source: Pick<TypeSource, 'key'>,
  paths: readonly AccessPath[],
  { order, between, limit, offset }: KeyPage,
): Sql {
  const p = sqlText('p');
  // two integers may add up to more than an integer
  const end = offset ? sql`${limit}::bigint + ${offset}` : limit;
  const columns = sqlJoin(
    keyColumns(source, order).map((column) => sql`p.${sqlName(column)}`),
    ', ',
  );
  const keys = keysOfAll(
    paths,
    (rows) =>
      sql`
        select ${columns}
        from (${rows}) p
        where ${between(p) ?? sqlText('true')}
        order by ${orderBy(order, p)}
        limit ${end}`,
  );
  // unlike `distinct`, which hashes, this merges the paths in their order; the columns of the order are unique together
  return sql`select distinct on (${sqlJoin(orderColumns(order, p), ', ')}) ${columns} from (${keys}) p
    order by ${orderBy(order, p)} limit ${limit}${offset ? sql` offset ${offset}` : sqlText('')}`;
}

/**
 * The number of rows that the paths lead to. It costs as much as the paths have keys, whatever the number of other rows. Each key is looked
 * up, as for a page, because a path may still lead to a row that was deleted without the service.
 */
export function countFromPaths({ table, key }: Pick<TypeSource, 'table' | 'key'>, paths: readonly AccessPath[]): Sql {
  if (paths.length === 0) return sqlText('0');
  const column = sqlName(key);
  const keys = keysOfAll(paths, (rows) => sql`select p.${column} from (${rows}) p`);
  return sql`(select count(*)::int from (select distinct p.${column} from (${keys}) p) p
    cross join lateral (select from ${sqlName(table)} t where t.${column} = p.${column} offset 0) t)`;
}

/**
 * The rows that the paths lead to, under an alias, for an order in which they do not find the rows: all of their keys are read. `offset 0` is
 * a fence, without which PostgreSQL may read the whole table in that order.
 */
export function rowsFromPaths(
  { table, key }: Pick<TypeSource, 'table' | 'key'>,
  paths: readonly AccessPath[],
  alias: Sql,
): Sql {
  if (paths.length === 0) return sql`(select * from ${sqlName(table)} where false) ${alias}`;
  const column = sqlName(key);
  const keys = keysOfAll(paths, (rows) => sql`select p.${column} from (${rows}) p`);
  return sql`(select distinct p.${column} from (${keys}) p) found
    cross join lateral (select * from ${sqlName(table)} t where t.${column} = found.${column} offset 0) ${alias}`;
}

/** The keys of all paths, those of a path with grantees once for each of them. */
const keysOfAll = (paths: readonly AccessPath[], keysOf: (rows: Sql) => Sql): Sql =>
  sqlJoin(
    paths.map(({ rows, grantees }) =>
      grantees
        ? sql`(select p.* from unnest(${grantees}) grantee cross join lateral (${keysOf(rows)}) p)`
        : sql`(${keysOf(rows)})`,
    ),
    ' union all ',
  );
