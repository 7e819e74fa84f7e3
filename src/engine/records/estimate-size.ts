import type { DataRecord, Value } from './record.ts';

/** The overhead of a value, in bytes. */
const valueOverhead = 16;

/** About how many bytes a record takes in memory; limits on memory count these bytes. */
export function estimateSize(record: DataRecord): number {
  let size = 0;
  for (const name in record) size += estimateValueSize(record[name] ?? null);
  return size;
}

/** About how many bytes one value takes in memory. */
export function estimateValueSize(value: Value): number {
  if (typeof value === 'string') return valueOverhead + value.length;
  if (typeof value !== 'object' || value === null) return valueOverhead;
  return (
    valueOverhead +
    (Array.isArray(value)
      ? value.reduce<number>((size, part) => size + estimateValueSize(part), 0)
      : estimateSize(value))
  );
}
