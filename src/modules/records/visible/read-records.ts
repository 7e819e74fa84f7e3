import type { RequestContext } from '../../../api/context.ts';
import type { RecordTest } from '../../../engine/filter-query/compile-filter.ts';
import type { DataRecord } from '../../../engine/records/record.ts';
import { fail } from '../../../kernel/fail.ts';
import { sql } from '../../../kernel/sql.ts';
import { WorkSlices } from '../../../kernel/work-slices.ts';
import { firstRow } from '../../../platform/database/database-client.ts';
import type { VisibleRecords } from './visible-records.ts';

/** The most records and bytes of JSON that one statement reads; it always reads at least one record. */
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
 * The visible records, in order and in batches, with all their fields. Fails UNAVAILABLE at the end when the records were
 * replaced during the read, since some may then be missing, and FILTER_TOO_SLOW when the row filter takes too long.
 */
export async function* readVisibleRecords(
  ctx: RequestContext,
  visible: VisibleRecords,
  { before = Number.MAX_SAFE_INTEGER, isAwaited = false }: ReadOptions = {},
): AsyncGenerator<readonly DataRecord[]> {
  const onLimit = () => fail('FILTER_TOO_SLOW');
  const inAll = new WorkSlices({ maxMs: maxFilterMs, onLimit });
  for (let next = 0; next < before;) {
    const records = await readBatch(ctx, visible, next, before);
    const last = records.at(-1);
    if (!last) break;
    next = Number(last.position) + 1;
    const values = records.map(({ value }) => value);
    yield visible.test
      ? await filterRecords(
          values,
          visible.test,
          isAwaited ? inAll : new WorkSlices({ maxMs: maxBatchFilterMs, onLimit }),
        )
      : values;
  }
  // replaced records may already be partly deleted; a retry reads the new ones
  if (await isReplaced(ctx, visible)) fail('UNAVAILABLE');
}

/** One batch of records from a position on. */
const readBatch = (
  { db }: RequestContext,
  { generation }: VisibleRecords,
  next: number,
  before: number,
): Promise<{ position: string; value: DataRecord }[]> =>
  db.rows(sql`
  select position::text as position, value from (
    select r.position, r.value, sum(octet_length(r.value::text)) over (order by r.position) - octet_length(r.value::text) as before
    from (select position, value from record where generation = ${generation}::bigint and position >= ${next}::bigint and position < ${before}::bigint
      order by position limit ${maxBatchRecords}::int) r) batch
  where before < ${maxBatchBytes}::bigint order by batch.position`);

async function isReplaced({ db }: RequestContext, { uid, generation }: VisibleRecords): Promise<boolean> {
  const found = await firstRow<{ isReplaced: boolean }>(
    db,
    sql`
    select generation is distinct from ${generation}::bigint as "isReplaced" from dataset where uid = ${uid}`,
  );
  return found?.isReplaced ?? true;
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
