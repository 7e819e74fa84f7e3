import { hash } from 'node:crypto';
import type { RequestContext } from '#api/context.ts';
import { CountedReads } from '#api/request-state.ts';
import { BeyondMemory, type StoredRecords } from '#engine/odsql/evaluate/stored-record.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import type { Sql } from '#kernel/sql.ts';
import type { TextRow } from '#platform/columns/column-engine.ts';
import { recordsInMemory, type VisibleRecords } from '#records/index.ts';

/** The maximum number of reads of a request: of queries, and of the record counts for a page of datasets, which are metadata. */
const maxReads = { query: 200, recordCount: 1_000 };
/** The kind of a read. Each kind has its own limit. */
export type ReadKind = keyof typeof maxReads;

/** A read of records: the statement of the column engine, and how records in memory answer it. */
export interface RecordRead {
  readonly statement: () => Sql;
  /** The rows of the statement, computed from all records of the generation; undefined for what the column engine must answer. */
  readonly evaluate?: (records: StoredRecords) => readonly TextRow[] | undefined;
}

/** What `readTexts` may do. */
interface ReadOptions {
  /** The rows depend only on the records and the caller's access. They are cached until records are added. Default: false. */
  readonly isCached?: boolean;
  readonly kind?: ReadKind | undefined;
}

/**
 * Reads rows of texts: those of a small generation from memory, others by the column engine. Equal reads of a request share a statement. Fails
 * QUERY_TOO_COMPLEX for too many reads, ANSWER_TOO_LARGE, and TIMED_OUT beyond EXPLORE_TIMEOUT.
 */
export async function readTexts(
  ctx: RequestContext,
  records: VisibleRecords,
  read: RecordRead,
  { isCached = false, kind = 'query' }: ReadOptions = {},
): Promise<readonly TextRow[]> {
  const { table } = records;
  // The read is counted before other requests may wait for its result, so that exceeding the limit fails only this request.
  addRead(ctx, kind, read);
  const evaluated = read.evaluate && (await evaluateRead(ctx, records, read.evaluate));
  if (evaluated) return evaluated;
  const statement = read.statement();
  const run = () => ctx.records.rows({ tables: [table], statement });
  if (!isCached) return run();
  const found = ctx.app.readCache.getOrRead(`${table.name} ${keyOf(statement)}`, run, ctx.admission.callerKind);
  // The cast is safe, because the key identifies the statement and all of its values.
  return found as Promise<readonly TextRow[]>;
}

/** The rows of a read from records in memory, which wait for the caller's turn and spend the budget of the operation. */
async function evaluateRead(
  ctx: RequestContext,
  visible: VisibleRecords,
  evaluate: NonNullable<RecordRead['evaluate']>,
): Promise<readonly TextRow[] | undefined> {
  const stored = await recordsInMemory(ctx, visible);
  if (!stored) return undefined;
  const rows = await ctx.admission.admitRecords(async () => {
    try {
      return evaluate(stored);
    } catch (error) {
      if (error instanceof BeyondMemory) return undefined;
      throw error;
    }
  });
  const exceeded = rows && ctx.admission.budget()?.spend(bytesOf(rows));
  if (exceeded instanceof CatalogError) throw exceeded;
  return rows;
}

const bytesOf = (rows: readonly TextRow[]): number => {
  let bytes = 0;
  for (const row of rows) for (const text of row) bytes += text?.length ?? 0;
  return bytes;
};

/** The only column of the rows of a statement. */
export const onlyColumn = (rows: readonly TextRow[]): string[] => rows.flatMap(([text]) => text ?? []);

/** Adds a read to those of the request. Fails QUERY_TOO_COMPLEX. */
function addRead(ctx: RequestContext, kind: ReadKind, read: RecordRead): void {
  const { reads } = ctx.state;
  const ofKind = reads.get(kind) ?? new CountedReads(maxReads[kind]);
  reads.set(kind, ofKind);
  const found = ofKind.add(() => keyOf(read.statement()));
  if (found > maxReads[kind])
    fail('QUERY_TOO_COMPLEX', {
      found,
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
