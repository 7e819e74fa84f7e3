import type { RecordTest } from '../../../engine/filter-query/compile-filter.ts';
import type { DataRecord } from '../../../engine/records/record.ts';
import type { WorkSlices } from '../../../kernel/work-slices.ts';

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
