import { hash } from 'node:crypto';
import type { RequestContext } from '../../../api/context.ts';
import { fail } from '../../../kernel/fail.ts';
import { parseJson } from '../../../kernel/json.ts';
import { sql, sqlJoin, sqlName, type Sql } from '../../../kernel/sql.ts';
import type { VisibleRecords } from '../../records/index.ts';

/** The maximum number of reads in one statement. */
const maxReadsPerStatement = 50;

/** The maximum number of reads of a request: of queries, and of the record counts for a page of datasets, which are metadata. */
const maxReads = { query: 200, recordCount: 1_000 };
/** The kind of a read. Each kind has its own limit. */
export type ReadKind = keyof typeof maxReads;

/** The reads of a request, by the key under which its loader loads them. */
const readsOf = new WeakMap<RequestContext, Readonly<Record<ReadKind, Map<string, Sql>>>>();

/**
 * Reads one value as text. The reads that a request starts together share one statement, up to the maximum, so that their results belong to
 * one moment. Fails QUERY_TOO_COMPLEX for too many reads, ANSWER_TOO_LARGE, and TIMED_OUT beyond EXPLORE_TIMEOUT.
 */
export const readText = (ctx: RequestContext, read: Sql): Promise<string> =>
  runRead(ctx, 'query', addRead(ctx, 'query', read));

/** Like `readText`, for a read that depends only on the records and the caller's access. Its result is cached until records are added. */
export async function readCachedText(
  ctx: RequestContext,
  { generation, revision }: Pick<VisibleRecords, 'generation' | 'revision'>,
  read: Sql,
  kind: ReadKind = 'query',
): Promise<string> {
  // The read is counted before other requests may wait for its result, so that exceeding the limit fails only this request.
  const key = addRead(ctx, kind, read);
  const found = ctx.app.readCache.getOrRead(
    `${generation} ${String(revision)} ${key}`,
    () => runRead(ctx, kind, key),
    ctx.admission.callerKind,
  );
  // The cast is safe, because the key identifies the statement and all of its values.
  return found as Promise<string>;
}

/** Like `readText`, for a read of JSON. Returns its value. */
export const readJson = async <Value>(ctx: RequestContext, read: Sql): Promise<Value> =>
  // The cast is safe where the caller names the type that the statement returns.
  parseJson(await readText(ctx, read)) as Value;

/** Like `readCachedText`, for a read of JSON. Returns its value. */
export const readCachedJson = async <Value>(...read: Parameters<typeof readCachedText>): Promise<Value> =>
  // The cast is safe where the caller names the type that the statement returns.
  parseJson(await readCachedText(...read)) as Value;

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

const runRead = (ctx: RequestContext, kind: ReadKind, key: string): Promise<string> =>
  ctx.loaders
    .of<string>(`reads of records: ${kind}`, (keys) =>
      runReads(ctx, keys, readsOf.get(ctx)?.[kind] ?? new Map<string, Sql>()),
    )
    .load(key);

/** Two reads with one key are the same statement with the same values. */
function keyOf(read: Sql): string {
  const { text, values } = read.render();
  return hash('sha256', JSON.stringify([text, values]), 'base64url');
}

async function runReads(
  { exploreDb, admission }: RequestContext,
  keys: readonly string[],
  reads: ReadonlyMap<string, Sql>,
): Promise<string[]> {
  const found: string[] = [];
  for (let start = 0; start < keys.length; start += maxReadsPerStatement) {
    const columns = keys.slice(start, start + maxReadsPerStatement).map((key, column) => {
      const read = reads.get(key) ?? fail('INTERNAL_ERROR');
      return sql`(${read})::text as ${sqlName(String(column))}`;
    });
    const texts = await exploreDb.texts(
      sql`select ${sqlJoin(columns, ', ')}`.render(),
      {},
      { budget: admission.budget() },
    );
    found.push(...columns.map((_column, column) => texts?.[column]?.toString() ?? fail('INTERNAL_ERROR')));
  }
  return found;
}
