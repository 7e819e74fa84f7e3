import { sql, sqlAnd, sqlName, sqlText, type Sql } from '../../kernel/sql.ts';
import { firstRow } from '../../platform/database/database-client.ts';
import type { RequestContext } from '../context.ts';
import { connectionOf, type Connection } from './connection.ts';
import { checkPage, type PageArgs } from './page-args.ts';
import { countRows, selectPage, selectRows } from './select.ts';
import type { Order, Row, TypeSource } from './type-source.ts';

const t = sqlText('t');

/** The row with this key, if the caller may see it. */
export const readOne = <T extends object>(
  ctx: RequestContext,
  from: TypeSource<T>,
  key: string,
  where?: Sql,
): Promise<Row<T> | undefined> =>
  firstRow<Row<T>>(
    ctx.db,
    selectRows(from, { session: ctx.session, where: sqlAnd(sql`${t}.${sqlName(from.key)} = ${key}`, where) }),
  );

/** Reads a row when it is called, and tells which one: a payload shows it, by a resolver or by a plan. */
export interface DeferredRow<T extends object = object> {
  (): Promise<Row<T> | undefined>;
  readonly source: TypeSource<T>;
  /** The texts that columns of the row have; they single it out. */
  readonly matching: Readonly<Record<string, string>>;
}

/** Puts off reading the row whose columns have these texts. */
export const deferRow = <T extends object>(
  ctx: RequestContext,
  source: TypeSource<T>,
  matching: Readonly<Record<string, string>>,
): DeferredRow<T> =>
  Object.assign(
    () =>
      readWhere(
        ctx,
        source,
        sqlAnd(...Object.entries(matching).map(([column, text]) => sql`${t}.${sqlName(column)} = ${text}`)),
      ),
    { source, matching },
  );

/** Whether a function is such a reading. */
export const isDeferredRow = (part: object): part is DeferredRow => 'source' in part && 'matching' in part;

/** The one row that a condition on the alias `t` singles out, if the caller may see it. */
export const readWhere = <T extends object>(
  ctx: RequestContext,
  from: TypeSource<T>,
  where: Sql,
): Promise<Row<T> | undefined> => firstRow<Row<T>>(ctx.db, selectRows(from, { session: ctx.session, where }));

/** A page of the rows that the caller may see, narrowed by a condition on the alias `t`. */
export function readPage<T extends object>(
  ctx: RequestContext,
  from: TypeSource<T>,
  page: PageArgs,
  { where, order = from.order }: { where?: Sql | undefined; order?: Order } = {},
): Connection<Row<T>> {
  const asked = checkPage(page);
  const selection = { session: ctx.session, where };
  return connectionOf<T>(
    asked,
    () => ctx.db.rows<Row<T>>(selectPage(from, selection, asked, order)),
    async () => (await firstRow<{ count: number }>(ctx.db, countRows(from, selection)))?.count ?? 0,
  );
}
