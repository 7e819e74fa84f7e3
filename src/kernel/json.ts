import { parseJson } from './parse-json.ts';

/** Anything JSON can say. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/** A JSON object. */
export type JsonObject = { readonly [name: string]: Json };

/** Whether a value is an object with names, neither an array nor null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A value as JSON text, the same for all values that JSON holds as equal ones. */
export const canonicalText = (value: unknown): string =>
  JSON.stringify(value, (_name, each: unknown) =>
    isJsonObject(each)
      ? Object.fromEntries(Object.entries(each).toSorted(([one], [other]) => (one < other ? -1 : 1)))
      : each,
  );

/** The value that a text is the JSON of; undefined where it is no JSON. */
export function parsedJson(text: string): unknown {
  try {
    return parseJson(text);
  } catch {
    return undefined;
  }
}

/** The same value as JSON holds it: plain objects and arrays, without what is undefined. */
export const plain = <T>(value: T): T => parseJson(JSON.stringify(value)) as T;
