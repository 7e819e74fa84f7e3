/** What a field of a record may hold: JSON, and ours to change. */
export type Value = null | boolean | number | string | Value[] | { [name: string]: Value };

/** One record on its way through the engine, keyed by technical field name. */
export type DataRecord = Record<string, Value>;

/** The text of a value as a person would write it; nothing is the empty text, an object its JSON. */
export function textOf(value: Value | undefined): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
