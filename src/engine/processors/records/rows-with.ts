import type { DataRecord, Value } from '../../records/record.ts';
import { weightOf } from '../../records/weight.ts';
import { maxRowsOfOne } from '../processor.ts';

/** The most that the rows made of one weigh together, in bytes: each repeats what they share. */
const maxMadeWeight = 64 * 1024 * 1024;

/** Ends the work on a record that would become too many, or too large with what each of them repeats. */
export function refuseRows(count: number, shared: DataRecord): void {
  if (count > maxRowsOfOne) throw new RangeError(`The record would become more than ${maxRowsOfOne} records.`);
  if (count * weightOf(shared) > maxMadeWeight)
    throw new RangeError(
      `The record would become ${count} that repeat too much; delete large fields first, or write into the field that is expanded.`,
    );
}

/** The row once for each value, in a field; once with nothing when there is none. */
export function rowsWith(row: DataRecord, field: string, values: readonly Value[]): DataRecord[] {
  const shared = { ...row, [field]: null };
  refuseRows(values.length, shared);
  return values.length === 0 ? [shared] : values.map((value) => ({ ...shared, [field]: value }));
}
