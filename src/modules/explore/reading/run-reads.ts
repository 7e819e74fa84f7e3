import { hash } from 'node:crypto';
import { forCaller } from '../../../api/session/caller.ts';
import type { RequestContext } from '../../../api/context.ts';
import { fail } from '../../../kernel/fail.ts';
import { sql, sqlJoin, sqlName, type Sql } from '../../../kernel/sql.ts';
import { firstRow } from '../../../platform/database/database-client.ts';
import type { VisibleRecords } from '../../records/index.ts';

/** The maximum number of reads in one statement. */
const maxReadsPerStatement = 50;

/** The maximum number of reads of a request: of queries, and of the record counts for a page of datasets, which are metadata. */
const maxReads = { query: 200, recordCount: 1_000 };
/** The kind of a read, which decides the limit that counts it. */
export type ReadKind = keyof typeof maxReads;

/** The reads of a request, by the key under which its loader loads them. */
const readsOf = new WeakMap<RequestContext, Readonly<Record<ReadKind, Map<string, Sql>>>>();

/**
 * Reads one JSON value. The reads that a request starts together share one statement, up to the maximum, so that their results belong to one
 * moment. Fails
 * QUERY_TOO_COMPLEX for too many reads, and TIMED_OUT beyond EXPLORE_TIMEOUT.
 */
export const readJson = <Value>(ctx: RequestContext, read: Sql): Promise<Value> =>
  runRead<Value>(ctx, 'query', addRead(ctx, 'query', read));

/** Like `readJson`, for a read that depends only on the records and the caller's access. Its result is cached until records are added. */
export function readCachedJson<Value>(
  ctx: RequestContext,
  { generation, revision }: Pick<VisibleRecords, 'generation' | 'revision'>,
  read: Sql,
  kind: ReadKind = 'query',
): Promise<Value> {
  // The read is counted before other requests may wait for its result, so that exceeding the limit fails only this request.
  const key = addRead(ctx, kind, read);
  const found = ctx.app.readCache.getOrRead(`${generation} ${String(revision)} ${key}`, () => runRead(ctx, kind, key));
  // The cast is safe, because the key identifies the statement and all of its values.
  return found as Promise<Value>;
}

/** Adds a read to those of the request; returns its key. Fails QUERY_TOO_COMPLEX. */
function addRead(ctx: RequestContext, kind: ReadKind, read: Sql): string {
  const reads = readsOf.get(ctx) ?? { query: new Map<string, Sql>(), recordCount: new Map<string, Sql>() };
  readsOf.set(ctx, reads);
  const key = keyOf(read);
  reads[kind].set(key, read);
  return reads[kind].size <= maxReads[kind]
    ? key
    : fail('QUERY_TOO_COMPLEX', {
        found: reads[kind].size,
        measure: 'reads of records',
        limit: maxReads[kind],
        advice: 'Ask for fewer at a time.',
      });
}

const runRead = <Value>(ctx: RequestContext, kind: ReadKind, key: string): Promise<Value> =>
  ctx.loaders
    .of<Value>(`reads of records: ${kind}`, (keys) =>
      runReads<Value>(ctx, keys, readsOf.get(ctx)?.[kind] ?? new Map<string, Sql>()),
    )
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
  for (let start = 0; start < keys.length; start += maxReadsPerStatement) {
    const columns = keys.slice(start, start + maxReadsPerStatement).map((key, column) => {
      const read = reads.get(key) ?? fail('INTERNAL_ERROR');
      return sql`(${read}) as ${sqlName(String(column))}`;
    });
    const row = await firstRow<Record<string, Value>>(db, sql`select ${sqlJoin(columns, ', ')}`);
    found.push(...columns.map((_column, column) => row?.[String(column)] ?? fail('INTERNAL_ERROR')));
  }
  return found;
}
