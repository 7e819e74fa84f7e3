import { LRUCache } from 'lru-cache';
import { sql, type Sql, sqlAnd, sqlName, SqlParameter, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type { RequestContext } from '../context.ts';
import { forCaller, type Session, sessionKey } from '../session.ts';
import { checkPage, type Connection, connectionOf, type Edge, edgeOf, orderBy, type PageArgs } from './connection.ts';
import { countQuery, neededColumns, pageQuery, rowsQuery } from './select.ts';
import type { Order, Row, TypeSource } from './type-source.ts';
import type { GraphQLResolveInfo } from 'graphql';
import { type GivenArgument, parseArgument, type Root } from './declare-source.ts';

const t = sqlText('t');

/** The row with this key, if the caller may see it. */
export const readByKey = <T extends object>(
  ctx: RequestContext,
  from: TypeSource<T>,
  key: string,
  where?: Sql,
): Promise<Row<T> | undefined> =>
  firstRow<Row<T>>(
    ctx.db,
    rowsQuery(from, { session: ctx.session, where: sqlAnd(sql`${t}.${sqlName(from.key)} = ${key}`, where) }),
  );

/** A row of a payload that is read only where it is selected: a resolver calls the function, a plan uses the key values. */
export interface LazyRow<T extends object = object> {
  (): Promise<Row<T> | undefined>;
  readonly source: TypeSource<T>;
  /** The columns that identify the row, and their values. */
  readonly keyValues: Readonly<Record<string, string>>;
}

/** The row whose columns have these values, read on demand. */
export const lazyRow = <T extends object>(
  ctx: RequestContext,
  source: TypeSource<T>,
  keyValues: Readonly<Record<string, string>>,
): LazyRow<T> =>
  Object.assign(() => readOneWhere(contextOfPayload(ctx), source, hasKeyValues(keyValues)), { source, keyValues });

const hasKeyValues = (keyValues: LazyRow['keyValues']): Sql =>
  sqlAnd(...Object.entries(keyValues).map(([column, text]) => sql`${t}.${sqlName(column)} = ${text}`));

/** Like `LazyRow`, with the position of the row in a list: an edge of its connection. */
export interface LazyEdge<T extends object = object> extends Pick<LazyRow<T>, 'source' | 'keyValues'> {
  (): Promise<Edge<Row<T>> | undefined>;
  /** The order of the list. */
  readonly order: Order;
}

/** The row whose columns have these values, at its position in the list of all rows of the source. */
export const lazyEdge = <T extends object>(
  ctx: RequestContext,
  source: TypeSource<T>,
  keyValues: LazyRow['keyValues'],
): LazyEdge<T> => {
  const { order } = source;
  const readEdge = async () => {
    const { db, session } = contextOfPayload(ctx);
    const query = rowsQuery(source, { session, where: hasKeyValues(keyValues) }, order);
    const row = await firstRow<Row<T>>(db, query);
    return row && edgeOf<T>(row);
  };
  return Object.assign(readEdge, { source, keyValues, order });
};

/** The rows that meet a condition on the alias `t`, in order, at their positions in the list of all rows of the source. */
export async function readEdges<T extends object>(
  ctx: RequestContext,
  source: TypeSource<T>,
  where: Sql,
): Promise<Edge<Row<T>>[]> {
  const query = rowsQuery(source, { session: ctx.session, where }, source.order);
  const rows = await ctx.db.rows<Row<T>>(sql`${query} order by ${orderBy(source.order, t)}`);
  return rows.map(edgeOf<T>);
}

/** The context in which the rows of a payload are read: with the rights that the change had. */
export function contextOfPayload(ctx: RequestContext): RequestContext {
  const { changedUid } = ctx.state;
  if (changedUid === undefined) return ctx;
  const session = { ...ctx.session, changedUid };
  return { ...ctx, session, db: forCaller(ctx.db, session) };
}

/** Whether a part of a payload is a lazy row or a lazy edge. */
export const isLazyRow = (part: object): part is LazyRow | LazyEdge => 'source' in part && 'keyValues' in part;

/** The one row that meets a condition on the alias `t`, if the caller may see it. */
const readOneWhere = <T extends object>(
  ctx: RequestContext,
  from: TypeSource<T>,
  where: Sql,
  columns?: ReadonlySet<string>,
): Promise<Row<T> | undefined> => firstRow<Row<T>>(ctx.db, rowsQuery(from, { session: ctx.session, where, columns }));

/** A page of the rows that the caller may see, filtered by a condition on the alias `t`. */
function readPage<T extends object>(
  ctx: RequestContext,
  from: TypeSource<T>,
  page: PageArgs,
  {
    where,
    order = from.order,
    columns,
    total,
  }: {
    where?: Sql | undefined;
    order?: Order;
    columns?: ReadonlySet<string> | undefined;
    /** The number of the rows, where it is known without counting them. */
    total?: Sql | undefined;
  } = {},
): Connection<Row<T>> {
  const checkedPage = checkPage(page);
  const selection = { session: ctx.session, where, columns };
  const counted = total ? sql`select ${total} as count` : countQuery(from, selection);
  return connectionOf<T>(
    checkedPage,
    () => ctx.db.rows<Row<T>>(pageQuery(from, selection, checkedPage, order)),
    async () => (await firstRow<{ count: number }>(ctx.db, counted))?.count ?? 0,
  );
}

/** The arguments that a client sends. */
type Arguments = Readonly<Record<string, string | boolean | null | undefined>>;

/** The parsed arguments; null counts as not given. */
const parsedArguments = (declared: Root, args: Arguments): Readonly<Record<string, GivenArgument>> =>
  Object.fromEntries(
    Object.entries(args).map(([name, value]) => [name, parseArgument(declared, name, value) ?? undefined]),
  );

/** The one row of a root field, or undefined; with `info`, only the columns that the selected fields need. */
export async function readRoot<T extends object>(
  ctx: RequestContext,
  declared: Root<T>,
  args: Arguments = {},
  info?: GraphQLResolveInfo,
): Promise<Row<T> | undefined> {
  const { db, session } = ctx;
  declared.authorize?.(session);
  const given = Object.entries(parsedArguments(declared, args)).filter(([, value]) => value !== undefined);
  const names = given.map(([name]) => name);
  const statement = rootStatement(declared, names, info && neededColumns(declared.source, info), session);
  const values = Object.fromEntries(given.map(([name, value]) => [parameterOf(name), value]));
  const [row] = await db.rows<Row<T>>(statement, values);
  return row;
}

/** The name of the parameter that has the value of an argument. No parameter of the caller has a name like it. */
const parameterOf = (argument: string): string => `argument ${argument}`;

/** The maximum length of the statements that a process remembers of one root field. */
const maxCharacters = 512 * 1024;

const statementsOfRoots = new WeakMap<object, LRUCache<string, Sql>>();

/**
 * The statement of a root field that returns one row, whose arguments are parameters. To build and to render it takes as long as the rest of
 * a small read, so that it is kept for the given arguments, the columns and what the caller may do, on which alone its text depends.
 */
function rootStatement<T extends object>(
  declared: Root<T>,
  given: readonly string[],
  columns: ReadonlySet<string> | undefined,
  session: Session,
): Sql {
  const make = () => {
    const parameters = given.map((name) => [name, new SqlParameter(parameterOf(name))] as const);
    const where = declared.where?.(Object.fromEntries(parameters), session);
    return rowsQuery(declared.source, { session, where, columns });
  };
  if (session.changedUid !== undefined) return make();
  const statements =
    statementsOfRoots.get(declared) ??
    new LRUCache<string, Sql>({
      maxSize: maxCharacters,
      sizeCalculation: (statement) => statement.render().text.length,
    });
  statementsOfRoots.set(declared, statements);
  const key = `${given.join()}|${columns ? [...columns].join() : '*'}|${sessionKey(session)}`;
  const statement = statements.get(key) ?? make();
  statements.set(key, statement);
  return statement;
}

/** The page of a root field; with `info`, only the columns that the selected fields need. */
export function readRootPage<T extends object>(
  ctx: RequestContext,
  declared: Root<T>,
  page: PageArgs,
  args: Arguments = {},
  info?: GraphQLResolveInfo,
): Connection<Row<T>> {
  declared.authorize?.(ctx.session);
  const columns = info && neededColumns(declared.source, info);
  const parsed = parsedArguments(declared, args);
  return readPage(ctx, declared.source, page, {
    where: declared.where?.(parsed, ctx.session),
    columns,
    total: declared.total?.(ctx.session, parsed),
  });
}
