import type { DataRecord, Value } from '#engine/records/record.ts';
import { estimateSize } from '#engine/records/estimate-size.ts';
import { maxExpandedRecords } from '../processor.ts';

/** The maximum total size in bytes of the records made from one record, each of which repeats the shared fields. */
const maxTotalBytes = 64 * 1024 * 1024;

/** Throws RangeError when a record would become too many records, or records that repeat too many bytes. */
export function assertRecordLimits(count: number, shared: DataRecord): void {
  if (count > maxExpandedRecords)
    throw new RangeError(`The record would become more than ${maxExpandedRecords} records.`);
  if (count * estimateSize(shared) > maxTotalBytes)
    throw new RangeError(
      `The record would become ${count} records that repeat too much data. Delete large fields first, or write into the expanded field.`,
    );
}

/** Creates one record for each value, with the value in a field. Without values it creates one record, with null in the field. */
export function expandRecord(record: DataRecord, field: string, values: readonly Value[]): DataRecord[] {
  const shared = { ...record, [field]: null };
  assertRecordLimits(values.length, shared);
  return values.length === 0 ? [shared] : values.map((value) => ({ ...shared, [field]: value }));
}
