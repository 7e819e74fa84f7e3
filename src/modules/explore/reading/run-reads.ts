import { hash } from 'node:crypto';
import { forCaller } from '../../../api/session/caller.ts';
import type { RequestContext } from '../../../api/context.ts';
import { fail } from '../../../kernel/fail.ts';
import { sql, sqlJoin, sqlName, type Sql } from '../../../kernel/sql.ts';
import { firstRow } from '../../../platform/database/database-client.ts';
import type { VisibleRecords } from '../../records/index.ts';

/** The reads of one statement, and of one request. */
const maxReadsPerStatement = 50;
const maxReads = 200;

/** The reads of a request by the key that its loader knows them by. */
const readsOf = new WeakMap<RequestContext, Map<string, Sql>>();

/**
 * Reads one JSON value. All reads that a request asks for at a time are one statement, so their results are of one moment. Fails
 * QUERY_TOO_COMPLEX for too many reads, and TIMED_OUT beyond EXPLORE_TIMEOUT.
 */
export const readJson = <Value>(ctx: RequestContext, read: Sql): Promise<Value> =>
  runRead<Value>(ctx, addRead(ctx, read));

/** The same for a read that depends on nothing but the records and the caller's access: it is remembered until records are added. */
export function recallJson<Value>(
  ctx: RequestContext,
  { generation, revision }: Pick<VisibleRecords, 'generation' | 'revision'>,
  read: Sql,
): Promise<Value> {
  // counted before others may wait for it, so that the limit of this request fails this request alone
  const key = addRead(ctx, read);
  const found = ctx.app.readCache.getOrRead(`${generation} ${String(revision)} ${key}`, () => runRead(ctx, key));
  // the key has the statement and all of its values
  return found as Promise<Value>;
}

/** Adds a read to those of the request; returns its key. Fails QUERY_TOO_COMPLEX. */
function addRead(ctx: RequestContext, read: Sql): string {
  const reads = readsOf.get(ctx) ?? new Map<string, Sql>();
  readsOf.set(ctx, reads);
  const key = keyOf(read);
  reads.set(key, read);
  return reads.size <= maxReads
    ? key
    : fail('QUERY_TOO_COMPLEX', {
        found: reads.size,
        measure: 'reads of records',
        limit: maxReads,
        advice: 'Ask for fewer at a time.',
      });
}

const runRead = <Value>(ctx: RequestContext, key: string): Promise<Value> =>
  ctx.loaders
    .of<Value>('reads of records', (keys) => runReads<Value>(ctx, keys, readsOf.get(ctx) ?? new Map()))
    .load(key);

/** Two reads with one key are the same statement with the same values. */
function keyOf(read: Sql): string {
  const { text, values } = read.render();
  return hash('sha256', JSON.stringify([text, values]), 'base64url');
}

async function runReads<Value>(
  { app, session }: RequestContext,
  keys: readonly string[],
  reads: ReadonlyMap<string, Sql>,
): Promise<Value[]> {
  const db = forCaller(app.exploreDb, session);
  const found: Value[] = [];
  for (let at = 0; at < keys.length; at += maxReadsPerStatement) {
    const columns = keys.slice(at, at + maxReadsPerStatement).map((key, column) => {
      const read = reads.get(key) ?? fail('INTERNAL_ERROR');
      return sql`(${read}) as ${sqlName(String(column))}`;
    });
    const row = await firstRow<Record<string, Value>>(db, sql`select ${sqlJoin(columns, ', ')}`);
    found.push(...columns.map((_column, column) => row?.[String(column)] ?? fail('INTERNAL_ERROR')));
  }
  return found;
}
