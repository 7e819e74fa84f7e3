import { hash } from 'node:crypto';
import type { RequestContext } from '../../../api/context.ts';
import { fail } from '../../../kernel/fail.ts';
import type { Sql } from '../../../kernel/sql.ts';
import type { TextRow } from '../../../platform/columns/column-engine.ts';
import type { VisibleRecords } from '../../records/index.ts';

/** The maximum number of reads of a request: of queries, and of the record counts for a page of datasets, which are metadata. */
const maxReads = { query: 200, recordCount: 1_000 };
/** The kind of a read. Each kind has its own limit. */
export type ReadKind = keyof typeof maxReads;

/** The keys of the reads of a request. */
const readsOf = new WeakMap<RequestContext, Readonly<Record<ReadKind, Set<string>>>>();

/** The records that a statement reads. */
type Source = Pick<VisibleRecords, 'table'>;

/**
 * Reads the rows of a statement, whose columns are texts. Equal reads of a request share a statement. Fails QUERY_TOO_COMPLEX for too many reads,
 * ANSWER_TOO_LARGE, and TIMED_OUT beyond EXPLORE_TIMEOUT.
 */
export const readTexts = (ctx: RequestContext, { table }: Source, statement: Sql): Promise<readonly TextRow[]> => {
  addRead(ctx, 'query', statement);
  return ctx.records.rows({ tables: [table], statement });
};

/** Like `readTexts`, for a statement that depends only on the records and the caller's access. Its rows are cached until records are added. */
export async function readCachedTexts(
  ctx: RequestContext,
  { table }: Source,
  statement: Sql,
  kind: ReadKind = 'query',
): Promise<readonly TextRow[]> {
  // The read is counted before other requests may wait for its result, so that exceeding the limit fails only this request.
  const key = addRead(ctx, kind, statement);
  const found = ctx.app.readCache.getOrRead(
    `${table.name} ${key}`,
    () => ctx.records.rows({ tables: [table], statement }),
    ctx.admission.callerKind,
  );
  // The cast is safe, because the key identifies the statement and all of its values.
  return found as Promise<readonly TextRow[]>;
}

/** The only column of the rows of a statement. */
export const onlyColumn = (rows: readonly TextRow[]): string[] => rows.flatMap(([text]) => text ?? []);

/** Adds a read to those of the request; returns its key. Fails QUERY_TOO_COMPLEX. */
function addRead(ctx: RequestContext, kind: ReadKind, statement: Sql): string {
  const reads = readsOf.get(ctx) ?? { query: new Set<string>(), recordCount: new Set<string>() };
  readsOf.set(ctx, reads);
  const key = keyOf(statement);
  reads[kind].add(key);
  return reads[kind].size <= maxReads[kind]
    ? key
    : fail('QUERY_TOO_COMPLEX', {
        found: reads[kind].size,
        measure: 'reads of records',
        limit: maxReads[kind],
        advice: 'Ask for fewer at a time.',
      });
}

/** Two reads with one key are the same statement with the same values. */
function keyOf(statement: Sql): string {
  const { text, values } = statement.render();
  return hash('sha256', JSON.stringify([text, values]), 'base64url');
}
