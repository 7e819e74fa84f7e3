import { sql, type Sql, sqlAnd, sqlName, sqlText } from '#kernel/sql.ts';
import type { RequestContext } from '../context.ts';
import type { Session } from '../session.ts';
import {
  betweenCursors,
  checkPage,
  type Connection,
  connectionOf,
  cursorColumn,
  cursorExpression,
  orderBy,
  type Page,
  type PageArgs,
  readingOrder,
} from './connection.ts';
import { givenArguments } from './declare-list.ts';
import { parseArgument } from './declare-source.ts';
import type { GivenArguments, Order, Relation, Row, Traversal, TypeSource } from './type-source.ts';
import { sourceColumns } from './select.ts';

const t = sqlText('t');
const nameOf = (relation: Relation) => `${relation.from.type}.${relation.field}`;

/** The condition under which the caller may see a related row; always true where seeing the parent row is enough. */
export const relatedRowsVisible = ({ to, authorizedByParent }: Relation, session: Session, alias: Sql): Sql =>
  authorizedByParent ? sqlText('true') : to.visible(session, alias);

/** The row with this key, a unique value of `keyColumn`, if the caller may see it, or null. One statement reads many keys. */
export const loadByKey = <T extends object>(
  ctx: RequestContext,
  from: TypeSource<T>,
  key: string,
  keyColumn = from.key,
): Promise<Row<T> | null> =>
  ctx.loaders
    .of<Row<T> | null>(keyColumn === from.key ? from.type : `${from.type} by ${keyColumn}`, async (keys) => {
      const column = sql`t.${sqlName(keyColumn)}`;
      const found = await ctx.db.rows<Row<T>>(sql`select ${column} as "$key", ${sourceColumns(from, t, ctx.session)}
        from ${sqlName(from.table)} t where ${column} = any(${keys}) and ${from.visible(ctx.session, t)}`);
      const byKey = new Map(found.map((row) => [row['$key'], row]));
      return keys.map((each) => byKey.get(each) ?? null);
    })
    .load(key);

/** The row that the key of a global identifier names, if the caller may see it, or null. One statement reads many keys. */
export function loadNode<T extends object>(
  ctx: RequestContext,
  from: TypeSource<T>,
  key: string,
): Promise<Row<T> | null> {
  const { isNode } = from;
  if (!isNode) return loadByKey(ctx, from, key);
  return ctx.loaders
    .of<Row<T> | null>(`${from.type} by node`, async (keys) => {
      const found = await ctx.db.rows<Row<T>>(sql`select named.key as "$key", ${sourceColumns(from, t, ctx.session)}
        from unnest(${keys}::text[]) named(key) join ${sqlName(from.table)} t on ${isNode(t, sql`named.key`, ctx.session)}
        where ${from.visible(ctx.session, t)}`);
      const byKey = new Map(found.map((row) => [row['$key'], row]));
      return keys.map((each) => byKey.get(each) ?? null);
    })
    .load(key);
}

/** The one related row, or null. One statement reads the rows of many parents. */
export async function loadOne<From extends object, To extends object>(
  ctx: RequestContext,
  relation: Relation<From, To>,
  row: Row<From>,
): Promise<Row<To> | null> {
  const key = row[relation.on[0]];
  if (typeof key !== 'string') return null;
  return ctx.loaders
    .of<Row<To> | null>(nameOf(relation), async (keys) => {
      const column = sqlName(relation.on[1]);
      const found = await ctx.db.rows<
        Row<To>
      >(sql`select t.${column} as "$key", ${sourceColumns(relation.to, t, ctx.session)}
      from ${sqlName(relation.to.table)} t
      where t.${column} = any(${keys}) and ${relatedRowsVisible(relation, ctx.session, t)}`);
      const byKey = new Map(found.map((row) => [row['$key'], row]));
      return keys.map((key) => byKey.get(key) ?? null);
    })
    .load(key);
}

/** The related row that the argument identifies, or null. One statement reads the rows for the same argument of many parents. */
export async function loadByArgument<From extends object, To extends object>(
  ctx: RequestContext,
  relation: Relation<From, To>,
  row: Row<From>,
  argument: string,
): Promise<Row<To> | null> {
  const {
    to,
    argumentColumn,
    on: [, column],
  } = relation;
  return ctx.loaders
    .of<Row<To> | null>(`${nameOf(relation)} ${argument}`, async (keys) => {
      const found = await ctx.db.rows<
        Row<To>
      >(sql`select t.${sqlName(column)} as "$key", ${sourceColumns(to, t, ctx.session)}
      from ${sqlName(to.table)} t where ${sqlAnd(
        sql`t.${sqlName(column)} = any(${keys})`,
        sql`t.${sqlName(argumentColumn)} = ${argument}`,
        relatedRowsVisible(relation, ctx.session, t),
      )}`);
      const byKey = new Map(found.map((row) => [row['$key'], row]));
      return keys.map((key) => byKey.get(key) ?? null);
    })
    .load(String(row[relation.on[0]]));
}

/** A page of the related rows. One statement reads the same page of many parents, another counts where counts are selected. */
export function loadPage<From extends object, To extends object>(
  ctx: RequestContext,
  relation: Relation<From, To>,
  row: Row<From>,
  page: PageArgs,
  args: GivenArguments = {},
): Connection<Row<To>> {
  const checkedPage = checkPage(page);
  const key = String(row[relation.on[0]]);
  const loaderName = `${nameOf(relation)} ${JSON.stringify(args)}`;
  const criteria = criteriaOf(relation, args);
  const loadRows = () =>
    ctx.loaders
      .of<readonly Row<To>[]>(`${loaderName} ${JSON.stringify(checkedPage)}`, (keys) =>
        readPages<To>(ctx, relation, keys, checkedPage, criteria),
      )
      .load(key);
  const loadCount = () =>
    ctx.loaders.of<number>(`count ${loaderName}`, (keys) => countRows(ctx, relation, keys, criteria)).load(key);
  return connectionOf<To>(checkedPage, loadRows, loadCount);
}

function criteriaOf(relation: Relation, args: GivenArguments): Criteria {
  const given = Object.fromEntries(
    Object.entries(givenArguments(args)).map(([name, value]) => [name, parseArgument(relation, name, value)]),
  );
  return { where: relatedRowsMatch(relation, given, t), order: orderOfRelation(relation, args) };
}

/** The order that the arguments of a relation request. */
export const orderOfRelation = ({ list, order }: Relation, args: GivenArguments): Order => list?.order(args) ?? order;

/** The condition that the arguments of a relation request of its rows, by their paths. */
export function relatedRowsMatch({ where, list }: Relation, given: GivenArguments, alias: Sql): Sql | undefined {
  const conditions = [where?.(given, alias), list?.where(given, alias)].filter((each) => each !== undefined);
  return conditions.length > 0 ? sqlAnd(...conditions) : undefined;
}

/** The filter and the order that arguments request. */
interface Criteria {
  readonly where: Sql | undefined;
  readonly order: Order;
}

async function readPages<To extends object>(
  ctx: RequestContext,
  relation: Relation,
  keys: readonly string[],
  page: Page,
  { where, order }: Criteria,
): Promise<Row<To>[][]> {
  const {
    to,
    on: [, column],
  } = relation;
  const isOfPage = sqlAnd(
    sql`t.${sqlName(column)} = parent.key`,
    relatedRowsVisible(relation, ctx.session, t),
    where,
    betweenCursors(order, t, page),
  );
  const rows = await ctx.db.rows<Row<To>>(sql`
    select parent.key as "$key", child.*
    from unnest(${keys}::text[]) parent(key)
    cross join lateral (
      select ${sourceColumns(to, t, ctx.session)}, ${cursorExpression(order, t)} as ${sqlName(cursorColumn)},
        row_number() over (order by ${orderBy(order, t)}) as "$position"
      from ${sqlName(to.table)} t
      where ${isOfPage}
      order by ${orderBy(readingOrder(order, page), t)}
      limit ${page.length + 1}::int offset ${page.offset}::int
    ) child
    order by parent.key, child."$position"`);
  const byKey = Map.groupBy(rows, (row) => row['$key']);
  return keys.map((key) => byKey.get(key) ?? []);
}

async function countRows(
  ctx: RequestContext,
  relation: Relation,
  keys: readonly string[],
  { where }: Criteria,
): Promise<number[]> {
  const {
    to,
    on: [, column],
  } = relation;
  const rows = await ctx.db.rows<{ key: string; count: number }>(sql`
    select t.${sqlName(column)} as key, count(*)::int as count from ${sqlName(to.table)} t
    where ${sqlAnd(sql`t.${sqlName(column)} = any(${keys})`, relatedRowsVisible(relation, ctx.session, t), where)}
    group by 1`);
  const byKey = new Map(rows.map(({ key, count }) => [key, count]));
  return keys.map((key) => byKey.get(key) ?? 0);
}

/** The rows of a traversal. */
interface TraversalResult<To extends object> {
  readonly hops: readonly Row<To>[];
  readonly isTruncated: boolean;
}

/** The rows that a traversal reaches from a row; calls in one batch share one statement. */
export async function loadTraversal<From extends object, To extends object>(
  ctx: RequestContext,
  { from, field, to, parseArguments, query }: Traversal<From, To>,
  row: Row<From>,
  args: GivenArguments,
): Promise<TraversalResult<To>> {
  const parsed = parseArguments(args);
  return ctx.loaders
    .of<TraversalResult<To>>(`${from.type}.${field} ${JSON.stringify(parsed)}`, async (keys) => {
      const t = sql`t`;
      const found = await ctx.db.rows<Row<To>>(sql`
      select parent.key as "$key", t.truncated as "$truncated", ${sourceColumns(to, t, ctx.session)}
      from unnest(${keys}::text[]) parent(key) cross join lateral (${query(parsed, sql`parent.key`, ctx.session)}) t
      order by parent.key, ${orderBy(to.order, t)}`);
      const byKey = Map.groupBy(found, (row) => row['$key']);
      return keys
        .map((key) => byKey.get(key) ?? [])
        .map((rows) => ({ hops: rows, isTruncated: rows[0]?.['$truncated'] === true }));
    })
    .load(String(row[from.key]));
}
