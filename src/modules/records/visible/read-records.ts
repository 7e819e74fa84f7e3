import type { RequestContext } from '#api/context.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { ResultBudget } from '#platform/database/statements.ts';
import type { TextRow } from '#platform/columns/column-engine.ts';
import type { RecordField } from '../record-field.ts';
import { recordOf, valuesJson } from './record-values.ts';
import type { VisibleRecords } from './visible-records.ts';

/** The maximum numbers of records, values and bytes that one statement reads; it always reads at least one record. */
const maxBatchRecords = 1_000;
const maxBatchValues = 50_000;
const maxBatchBytes = 4 * 1024 * 1024;

/** The number of positions that one statement examines. It bounds the time of the statement when the filter matches few records. */
const windowSize = 100_000;

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

/**
 * The visible records, in order and in batches, with their visible fields, as they were published. They all belong to one generation.
 * Fails UNAVAILABLE when that generation was replaced and its file is gone, and FILTER_TOO_SLOW when the caller's filter takes too long.
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
    const [position, matches] = rows.at(-1) ?? [];
    from = position !== undefined && rows.length < Number(matches) ? Number(position) + 1 : to;
    if (rows.length > 0) yield rows.map(([, , values]) => recordOf(values ?? 'null', fields));
  }
}

/** The records of a window as rows of their position, the number of matches, and their values. There may be more matches than rows. */
async function readWindow(
  { records }: RequestContext,
  { table, from: source, condition }: VisibleRecords,
  { from, to, fields }: Window,
): Promise<readonly TextRow[]> {
  const count = Math.max(1, Math.min(maxBatchRecords, Math.floor(maxBatchValues / fields.length)));
  // the records to read are chosen by narrow columns, because a window function copies all that it selects
  const statement = sql`
    with found as materialized (
      select t._row, t._position, t._size from ${source}
      where t._position >= ${from}::bigint and t._position < ${to}::bigint and ${condition ?? sqlText('true')}
      order by t._position limit ${sqlText(String(count + 1))}),
    kept as (
      select _row from (select _row, _position, sum(_size) over (order by _position) - _size as before from found)
      where before < ${maxBatchBytes}::bigint order by _position limit ${sqlText(String(count))})
    select t._position::text, (select count(*) from found)::text, ${valuesJson(fields)}
    from ${source} where t._row in (select _row from kept) order by t._position`;
  try {
    // the records are no part of the answer, and only one window is in memory
    return await records.rows({ tables: [table], statement }, new ResultBudget());
  } catch (error) {
    if (condition && error instanceof CatalogError && error.code === 'TIMED_OUT') fail('FILTER_TOO_SLOW');
    throw error;
  }
}
