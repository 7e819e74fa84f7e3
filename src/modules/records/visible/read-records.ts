import type { RequestContext } from '../../../api/context.ts';
import type { RecordTest } from '../../../engine/odsql/evaluate/compile-test.ts';
import type { DataRecord } from '../../../engine/records/record.ts';
import { fail } from '../../../kernel/fail.ts';
import { sql } from '../../../kernel/sql.ts';
import { WorkSlices } from '../../../kernel/work-slices.ts';
import { isMissingTable } from '../../../platform/database/errors.ts';
import { recordOf, valueColumns, type ValueRow } from './record-values.ts';
import type { VisibleRecords } from './visible-records.ts';

/** The most records and bytes that one statement reads; it always reads at least one record. */
const maxBatchRecords = 1_000;
const maxBatchBytes = 4 * 1024 * 1024;

/** The longest time for the row filter, in milliseconds: for one batch, and for all batches where a caller waits for them. */
const maxBatchFilterMs = 2_000;
const maxFilterMs = 5_000;

/** Which records to read, and for whom. */
export interface ReadOptions {
  /** Reads only records before this position. */
  readonly before?: number;
  /** Whether a caller waits for all records. */
  readonly isAwaited?: boolean;
}

/**
 * The visible records, in order and in batches, with all their fields, as they were published. They are those of one generation. Fails
 * UNAVAILABLE when it was replaced long ago and is gone, and FILTER_TOO_SLOW when the row filter takes too long.
 */
export async function* readVisibleRecords(
  ctx: RequestContext,
  visible: VisibleRecords,
  { before = Number.MAX_SAFE_INTEGER, isAwaited = false }: ReadOptions = {},
): AsyncGenerator<readonly DataRecord[]> {
  const onLimit = () => fail('FILTER_TOO_SLOW');
  const inAll = new WorkSlices({ maxMs: maxFilterMs, onLimit });
  for (let next = 0; next < before;) {
    const rows = await readBatch(ctx, visible, next, before);
    const last = rows.at(-1);
    if (!last) break;
    next = Number(last.position) + 1;
    const records = rows.map((row) => recordOf(row, visible.allFields));
    yield visible.test
      ? await filterRecords(
          records,
          visible.test,
          isAwaited ? inAll : new WorkSlices({ maxMs: maxBatchFilterMs, onLimit }),
        )
      : records;
  }
}

/** One batch of records from a position on. */
async function readBatch(
  { db }: RequestContext,
  { from, allFields }: VisibleRecords,
  next: number,
  before: number,
): Promise<(ValueRow & { readonly position: string })[]> {
  try {
    return await db.rows(sql`
      select t._position::text as position, ${valueColumns(allFields)} from (
        select t.*, sum(t._size) over (order by t._position) - t._size as before
        from (select * from ${from} where t._position >= ${next}::bigint and t._position < ${before}::bigint
          order by t._position limit ${maxBatchRecords}::int) t) t
      where t.before < ${maxBatchBytes}::bigint order by t._position`);
  } catch (error) {
    if (isMissingTable(error)) fail('UNAVAILABLE');
    throw error;
  }
}

/** The records that match a filter, in order. The loop yields to the event loop and fails at the time limit of the slices. */
export async function filterRecords(
  records: readonly DataRecord[],
  test: RecordTest,
  slices: WorkSlices,
): Promise<DataRecord[]> {
  const found: DataRecord[] = [];
  slices.resume();
  for (const record of records) {
    if (test(record)) found.push(record);
    const pause = slices.yieldIfDue();
    if (pause) await pause;
  }
  slices.suspend();
  return found;
}
