import type { RequestContext } from '../../../api/context.ts';
import type { RecordTest } from '../../../engine/filter-query/compile-filter.ts';
import type { DataRecord } from '../../../engine/records/record.ts';
import { fail } from '../../../kernel/fail.ts';
import { sql } from '../../../kernel/sql.ts';
import { WorkSlices } from '../../../kernel/work-slices.ts';
import { firstRow } from '../../../platform/database/database-client.ts';
import type { VisibleData } from './visible-data.ts';

/** How many records one statement reads, and how much of them, as the text of JSON in bytes; one record at least. */
const maxBatchRecords = 1_000;
const maxBatchBytes = 4 * 1024 * 1024;

/** How long the row filter may take, in milliseconds: of one batch, and where a caller waits of all of them. */
const maxBatchFilterMs = 2_000;
const maxFilterMs = 5_000;

/** What is read of the records. */
export interface ReadOptions {
  /** Records before this position. */
  readonly before?: number;
  /** Whether a caller waits for all of it. */
  readonly isAwaited?: boolean;
}

/**
 * The records that somebody sees, in order and in batches, with all their fields. Fails UNAVAILABLE at the end where they were
 * replaced meanwhile: some of them may be missing then; FILTER_TOO_SLOW where the row filter takes too long.
 */
export async function* readVisibleRecords(
  ctx: RequestContext,
  seen: VisibleData,
  { before = Number.MAX_SAFE_INTEGER, isAwaited = false }: ReadOptions = {},
): AsyncGenerator<readonly DataRecord[]> {
  const onLimit = () => fail('FILTER_TOO_SLOW');
  const inAll = new WorkSlices({ maxMs: maxFilterMs, onLimit });
  for (let next = 0; next < before;) {
    const records = await readBatch(ctx, seen, next, before);
    const last = records.at(-1);
    if (!last) break;
    next = Number(last.position) + 1;
    const values = records.map(({ value }) => value);
    yield seen.filter
      ? await filterRecords(
          values,
          seen.filter,
          isAwaited ? inAll : new WorkSlices({ maxMs: maxBatchFilterMs, onLimit }),
        )
      : values;
  }
  // records that were replaced meanwhile may have been swept away in part; another try reads the new ones
  if (await isReplaced(ctx, seen)) fail('UNAVAILABLE');
}

/** The records from a position on, as many as fit. */
const readBatch = (
  { db }: RequestContext,
  { generation }: VisibleData,
  next: number,
  before: number,
): Promise<{ position: string; value: DataRecord }[]> =>
  db.rows(sql`
  select position::text as position, value from (
    select r.position, r.value, sum(octet_length(r.value::text)) over (order by r.position) - octet_length(r.value::text) as before
    from (select position, value from record where generation = ${generation}::bigint and position >= ${next}::bigint and position < ${before}::bigint
      order by position limit ${maxBatchRecords}::int) r) batch
  where before < ${maxBatchBytes}::bigint order by batch.position`);

async function isReplaced({ db }: RequestContext, { uid, generation }: VisibleData): Promise<boolean> {
  const found = await firstRow<{ isReplaced: boolean }>(
    db,
    sql`
    select generation is distinct from ${generation}::bigint as "isReplaced" from dataset where uid = ${uid}`,
  );
  return found?.isReplaced ?? true;
}

/** The records that a filter lets through, in order; the loop pauses for others and is bounded as the slices are. */
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
