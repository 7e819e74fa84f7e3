import type { Json } from '#kernel/json.ts';
import { createBatchLoader } from '#kernel/concurrency.ts';
import { fail } from '#kernel/fail.ts';
import { sql, sqlJoin, sqlName, SqlParameter, sqlText } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import type { RequestContext } from '../context.ts';
import type { Platform } from '../platform.ts';
import type { Row, TypeSource } from './type-source.ts';
import { sourceColumns } from './select.ts';
import { anonymous, callerParameters } from '../session.ts';

const t = sqlText('t');

/** The row with a key, if the caller may see it. */
export type ReadRow<T extends object> = (ctx: RequestContext, key: string) => Promise<Row<T> | undefined>;

/** A call: the key, the condition that its caller may see a row, and the values that identify the caller in it. */
interface Call {
  readonly key: string;
  readonly condition: string;
  readonly caller: Readonly<Record<string, Json>>;
}

/**
 * Creates a function that reads rows for many callers: calls that are made together share one statement, which checks the rights of each
 * caller and reads each row once. The columns of the source must not depend on the caller.
 */
export function rowReader<T extends object>(from: TypeSource<T>): ReadRow<T> {
  const loaders = new WeakMap<Platform, (call: string) => Promise<Row<T> | undefined>>();
  return ({ app, session }, key) => {
    const load = loaders.get(app) ?? createBatchLoader((calls: readonly string[]) => readRows(app.db, from, calls));
    loaders.set(app, load);
    const condition = from.visible(session, t).write(columnOfParameter);
    return load(JSON.stringify({ key, condition, caller: callerParameters(session) }));
  };
}

/** Statements name the caller by parameters; here each call has its own caller, in columns. */
const columnOfParameter = (value: unknown): string =>
  value instanceof SqlParameter ? `c."${value.name}"` : fail('INTERNAL_ERROR');

async function readRows<T extends object>(
  db: DatabaseClient,
  from: TypeSource<T>,
  texts: readonly string[],
): Promise<ReadonlyMap<string, Row<T>>> {
  const calls = texts.map((text) => JSON.parse(text) as Call);
  const conditions = [...new Set(calls.map(({ condition }) => condition))].toSorted();
  const rows = calls.map(({ key, condition, caller }, n) => ({
    ...caller,
    n,
    key,
    rule: conditions.indexOf(condition),
  }));
  const found = await db.rows<{ callers: number[]; row: Row<T> }>(sql`
    select v.callers, row_to_json(r) as row from (
      select c.key, array_agg(c.n) as callers
      from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(n int, key text, rule int, username text,
        groups text[], address text,
        "limitedUsername" text, "limitedGroups" text[], "limitedDatasets" text[])
      join ${sqlName(from.table)} t on t.${sqlName(from.key)} = c.key
      where case c.rule ${sqlJoin(
        conditions.map((condition, rule) => sqlText(`when ${String(rule)} then ${condition}`)),
        ' ',
      )} end
      group by c.key) v
    cross join lateral (
      select ${sourceColumns(from, t, anonymous)} from ${sqlName(from.table)} t where t.${sqlName(from.key)} = v.key) r`);
  return new Map(found.flatMap(({ callers, row }) => callers.map((n) => [texts[n] ?? '', row] as const)));
}
