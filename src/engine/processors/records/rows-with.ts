import type { DataRecord, Value } from '../../records/record.ts';
import { weightOf } from '../../records/weight.ts';
import { maxRowsOfOne } from '../processor.ts';

/** The maximum total size in bytes of the rows made from one row, each of which repeats the shared fields. */
const maxMadeWeight = 64 * 1024 * 1024;

/** Throws RangeError when a record would become too many records, or records that repeat too many bytes. */
export function refuseRows(count: number, shared: DataRecord): void {
  if (count > maxRowsOfOne) throw new RangeError(`The record would become more than ${maxRowsOfOne} records.`);
  if (count * weightOf(shared) > maxMadeWeight)
    throw new RangeError(
      `The record would become ${count} records that repeat too much data. Delete large fields first, or write into the expanded field.`,
    );
}

/** One row per value, with the value in a field; one row with null when there are no values. */
export function rowsWith(row: DataRecord, field: string, values: readonly Value[]): DataRecord[] {
  const shared = { ...row, [field]: null };
  refuseRows(values.length, shared);
  return values.length === 0 ? [shared] : values.map((value) => ({ ...shared, [field]: value }));
}
