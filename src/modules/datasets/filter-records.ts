import type { RecordTest } from '../../engine/filter-query/compile-filter.ts';
import type { Row } from '../../engine/row.ts';
import type { WorkSlices } from '../../kernel/work-slices.ts';

/** The records that a filter lets through, in order; the loop pauses for others and is bounded as the slices are. */
export async function filterRecords(records: readonly Row[], test: RecordTest, slices: WorkSlices): Promise<Row[]> {
  const found: Row[] = [];
  slices.resume();
  for (const record of records) {
    if (test(record)) found.push(record);
    const pause = slices.yieldIfDue();
    if (pause) await pause;
  }
  slices.suspend();
  return found;
}
