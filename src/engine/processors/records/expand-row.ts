import type { DataRecord, Value } from '../../records/record.ts';
import { sizeOf } from '../../records/size-of.ts';
import { maxRowsPerRecord } from '../processor.ts';

/** The maximum total size in bytes of the rows made from one row, each of which repeats the shared fields. */
const maxTotalBytes = 64 * 1024 * 1024;

/** Throws RangeError when a record would become too many records, or records that repeat too many bytes. */
export function assertRowLimits(count: number, shared: DataRecord): void {
  if (count > maxRowsPerRecord) throw new RangeError(`The record would become more than ${maxRowsPerRecord} records.`);
  if (count * sizeOf(shared) > maxTotalBytes)
    throw new RangeError(
      `The record would become ${count} records that repeat too much data. Delete large fields first, or write into the expanded field.`,
    );
}

/** One row per value, with the value in a field; one row with null when there are no values. */
export function expandRow(row: DataRecord, field: string, values: readonly Value[]): DataRecord[] {
  const shared = { ...row, [field]: null };
  assertRowLimits(values.length, shared);
  return values.length === 0 ? [shared] : values.map((value) => ({ ...shared, [field]: value }));
}
