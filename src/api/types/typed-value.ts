import type { Json } from '#kernel/json.ts';
import type { TypedValue } from './typed-value.type.ts';

/** A JSON value in the field of its type; null for null. */
export function toTypedValue(json: Json): TypedValue | null {
  if (json === null) return null;
  if (typeof json === 'string') return { text: json };
  if (typeof json === 'number') return { number: json };
  if (typeof json === 'boolean') return { boolean: json };
  return isListOfTexts(json) ? { texts: json } : { json };
}

const isListOfTexts = (json: Json): json is readonly string[] =>
  Array.isArray(json) && json.every((item) => typeof item === 'string');
