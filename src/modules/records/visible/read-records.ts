import type { RequestContext } from '../../../api/context.ts';
import type { DataRecord } from '../../../engine/records/record.ts';
import { fail } from '../../../kernel/fail.ts';
import { sql, sqlText } from '../../../kernel/sql.ts';
import { isMissingTable, isTimeout } from '../../../platform/database/errors.ts';
import { ResultBudget } from '../../../platform/database/result-budget.ts';
import type { RecordField } from '../record-field.ts';
import { recordOf, valueColumns, type ValueRow } from './record-values.ts';
import type { VisibleRecords } from './visible-records.ts';

/** The maximum numbers of records and bytes that one statement reads; it always reads at least one record. */
const maxBatchRecords = 1_000;
const maxBatchBytes = 4 * 1024 * 1024;

/** The number of positions that one statement examines. It bounds the time of the statement when the filter matches few records. */
const windowSize = 20_000;

/** Which records to read. */
export interface ReadOptions {
  /** Reads only records from this position on; default: 0. */
  readonly from?: number;
  /** Reads only records before this position. */
  readonly before?: number;
  /** The names of the fields; default: all visible ones. */
  readonly names?: readonly string[];
}

/** What one statement reads. */
interface Window {
  readonly from: number;
  /** The position after the last one to read. */
  readonly to: number;
  readonly fields: readonly RecordField[];
}

/** A visible record, as the statement returns it. */
type Row = ValueRow & {
  readonly position: string;
  /** The number of matches, of which the statement returns as many as fit. */
  readonly matches: number;
};

/**
 * The visible records, in order and in batches, with their visible fields, as they were published. They all belong to one generation.
 * Fails UNAVAILABLE when that generation was replaced and its table is dropped, and FILTER_TOO_SLOW when the caller's filter takes too long.
 */
export async function* readVisibleRecords(
  ctx: RequestContext,
  visible: VisibleRecords,
  { from: first = 0, before = visible.recordCount, names }: ReadOptions = {},
): AsyncGenerator<readonly DataRecord[]> {
  const fields = names ? visible.fields.filter(({ name }) => names.includes(name)) : visible.fields;
  const end = Math.min(before, visible.recordCount);
  for (let from = first; from < end;) {
    const to = Math.min(from + windowSize, end);
    const rows = await readWindow(ctx, visible, { from, to, fields });
    const last = rows.at(-1);
    const hasMore = last !== undefined && (rows.length < last.matches || rows.length === maxBatchRecords);
    from = hasMore ? Number(last.position) + 1 : to;
    if (last) yield rows.map((row) => recordOf(row, fields));
  }
}

async function readWindow(
  { db }: RequestContext,
  { from: table, condition }: VisibleRecords,
  { from, to, fields }: Window,
): Promise<Row[]> {
  try {
    const window = sql`
      select t._position::text as position, t.matches::int as matches, ${valueColumns(fields)} from (
        select t.*, count(*) over () as matches, sum(t._size) over (order by t._position) - t._size as before
        from (select * from ${table} where t._position >= ${from}::bigint and t._position < ${to}::bigint and ${condition ?? sqlText('true')}
          order by t._position limit ${maxBatchRecords}::int) t) t
      where t.before < ${maxBatchBytes}::bigint order by t._position`;
    // the records are no part of the answer, and only one window is in memory
    return await db.rows<Row>(window, {}, { budget: new ResultBudget() });
  } catch (error) {
    if (isMissingTable(error)) fail('UNAVAILABLE');
    if (condition && isTimeout(error)) fail('FILTER_TOO_SLOW');
    throw error;
  }
}
