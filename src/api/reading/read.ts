import { LRUCache } from 'lru-cache';
import { onceFor } from '#kernel/once-for.ts';
import { type ParameterValues, sql, type Sql, sqlAnd, sqlName, SqlParameter, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type { RequestContext } from '../context.ts';
import { forCaller, sessionKey } from '../session.ts';
import { checkPage, type Connection, connectionOf, type Edge, edgeOf, orderBy, type PageArgs } from './connection.ts';
import { countQuery, neededColumns, pageQuery, rowsQuery, type Selection } from './select.ts';
import type { Order, Row, TypeSource } from './type-source.ts';
import type { GraphQLResolveInfo } from 'graphql';
import { conditionOf, type GivenArgument, parseArgument, type Root } from './declare-source.ts';
import { givenArguments } from './declare-list.ts';

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
): Promise<Row<T> | undefined> => firstRow<Row<T>>(ctx.db, rowsQuery(from, { session: ctx.session, where }));

/** The arguments that a client sends: values, and the filter and the order of a list. */
type Arguments = Readonly<Record<string, unknown>>;

/** What a root field is asked for. */
interface RootRequest {
  /** The values of the parameters, by name. */
  readonly values: ParameterValues;
  /** The condition on the alias `t` that the arguments request. */
  readonly where: () => Sql | undefined;
  /** The order that the arguments request. */
  readonly order: Order;
  /** The total where the root field has one of its own. */
  readonly total: () => Sql | undefined;
  readonly columns: ReadonlySet<string> | undefined;
  /** The statement under a name, with the selection of this request, built once for all requests whose statement has the same text. */
  readonly statement: (name: string, make: (selection: Selection) => Sql) => Sql;
}

/**
 * Reads the arguments of a root field: null counts as not given, and the values are parameters, so that statements depend only on which of them
 * are given, on the columns and on what the caller may do. With `info`, these are the columns that the selected fields need.
 */
function rootRequest<T extends object>(
  { session }: RequestContext,
  declared: Root<T>,
  args: Arguments,
  info: GraphQLResolveInfo | undefined,
): RootRequest {
  declared.authorize?.(session);
  const columns = info && neededColumns(declared.source, info);
  const given = Object.entries(givenArguments(args)).map(([name, value]): readonly [string, GivenArgument] => [
    name,
    // the schema gives arguments their types, and those of columns are compared with them
    parseArgument(declared, name, value as GivenArgument),
  ]);
  const order = declared.list?.order(args) ?? declared.source.order;
  const isShared =
    session.changedUid === undefined && !given.some(([name]) => declared.resolverOnlyArguments?.includes(name));
  const parameters = Object.fromEntries(
    given.map(([name, value]) => [name, isShared ? new SqlParameter(parameterOf(name)) : value]),
  );
  const where = () => conditionOf(declared, parameters, session);
  return {
    values: Object.fromEntries(given.map(([name, value]) => [parameterOf(name), value])),
    where,
    order,
    total: () => declared.total?.(session, parameters),
    columns,
    statement(name, make) {
      const makeNow = () => make({ session, where: where(), columns });
      if (!isShared) return makeNow();
      const key = [
        name,
        Object.keys(parameters),
        JSON.stringify(order),
        columns ? [...columns] : '*',
        sessionKey(session),
      ].join('|');
      return sharedStatement(declared, key, makeNow);
    },
  };
}

/** The name of the parameter that has the value of an argument. No parameter of the caller has a name like it. */
const parameterOf = (argument: string): string => `argument ${argument}`;

/** The maximum length of the statements that a process remembers of one root field. */
const maxCharacters = 512 * 1024;

const statementsOf = onceFor(
  (_declared: object) =>
    new LRUCache<string, Sql>({
      maxSize: maxCharacters,
      sizeCalculation: (statement) => statement.render().text.length,
    }),
);

/** A statement of a root field. To build and to render it takes as long as the rest of a small read, so it is kept. */
function sharedStatement(declared: object, key: string, make: () => Sql): Sql {
  const statements = statementsOf(declared);
  const known = statements.get(key);
  if (known) return known;
  const made = make();
  statements.set(key, made);
  return made;
}

/** The one row of a root field, or undefined; with `info`, only the columns that the selected fields need. */
export async function readRoot<T extends object>(
  ctx: RequestContext,
  declared: Root<T>,
  args: Arguments = {},
  info?: GraphQLResolveInfo,
): Promise<Row<T> | undefined> {
  const { values, statement } = rootRequest(ctx, declared, args, info);
  const [row] = await ctx.db.rows<Row<T>>(
    statement('one', (selection) => rowsQuery(declared.source, selection)),
    values,
  );
  return row;
}

/** The page of a root field; with `info`, only the columns that the selected fields need. */
export function readRootPage<T extends object>(
  ctx: RequestContext,
  declared: Root<T>,
  page: PageArgs,
  args: Arguments = {},
  info?: GraphQLResolveInfo,
): Connection<Row<T>> {
  const { db, session } = ctx;
  const { source } = declared;
  const { values, statement, where, order, total, columns } = rootRequest(ctx, declared, args, info);
  // refuses arguments before a part of the page is read
  where();
  const checkedPage = checkPage(page);
  const { after, before, length, offset, isFromEnd } = checkedPage;
  const pageStatement = (selection: Selection) => pageQuery(source, selection, checkedPage, order);
  const isBetweenCursors = after !== undefined || before !== undefined;
  return connectionOf<T>(
    checkedPage,
    () =>
      db.rows<Row<T>>(
        isBetweenCursors
          ? pageStatement({ session, where: where(), columns })
          : statement(`page of ${String(length)} from ${String(offset)} ${String(isFromEnd)}`, pageStatement),
        values,
      ),
    async () => {
      const counted = total();
      const count = counted
        ? sql`select ${counted} as count`
        : countQuery(source, { session, where: where(), columns });
      const [found] = await db.rows<{ count: number }>(count, values);
      return found?.count ?? 0;
    },
  );
}
