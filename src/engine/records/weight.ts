import type { DataRecord, Value } from './record.ts';

/** What a value takes beside its text. */
const perValue = 16;

/** About how many bytes a record takes in memory; all that is held of records at one time is bounded by it. */
export function weightOf(row: DataRecord): number {
  let weight = 0;
  for (const name in row) weight += weightOfValue(row[name] ?? null);
  return weight;
}

/** The same of one value. */
export function weightOfValue(value: Value): number {
  if (typeof value === 'string') return perValue + value.length;
  if (typeof value !== 'object' || value === null) return perValue;
  return (
    perValue +
    (Array.isArray(value) ? value.reduce<number>((weight, part) => weight + weightOfValue(part), 0) : weightOf(value))
  );
}
