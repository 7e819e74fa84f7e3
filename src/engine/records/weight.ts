import type { DataRecord, Value } from './record.ts';

/** What a value takes in addition to its text. */
const perValue = 16;

/** About how many bytes a record takes in memory; limits on what is held in memory count these. */
export function weightOf(row: DataRecord): number {
  let weight = 0;
  for (const name in row) weight += weightOfValue(row[name] ?? null);
  return weight;
}

/** About how many bytes one value takes in memory. */
export function weightOfValue(value: Value): number {
  if (typeof value === 'string') return perValue + value.length;
  if (typeof value !== 'object' || value === null) return perValue;
  return (
    perValue +
    (Array.isArray(value) ? value.reduce<number>((weight, part) => weight + weightOfValue(part), 0) : weightOf(value))
  );
}
