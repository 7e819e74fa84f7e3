import { isJsonObject } from '#kernel/json.ts';

/** A value of a record: mutable JSON. */
export type Value = null | boolean | number | string | Value[] | { [name: string]: Value };

/** One record in the engine, keyed by technical field name. */
export type DataRecord = Record<string, Value>;

/** Whether a value is an object that is neither a list nor null. */
export const isRecord = (value: Value | undefined): value is DataRecord => isJsonObject(value);

/** A value as text; null is the empty text, an object its JSON. */
export function textOf(value: Value | undefined): string {
  if (typeof value === 'string') return value;
  if (value === null || value === undefined) return '';
  return typeof value === 'object' ? JSON.stringify(value) : String(value);
}
