import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';

/** A member of an object from elsewhere; undefined for another value than an object. */
export const memberOf = (value: unknown, name: string): Json | undefined =>
  isJsonObject(value) && Object.hasOwn(value, name) ? value[name] : undefined;

/** The text of a member: a number as it is written, otherwise nothing. */
export function textOf(value: unknown, ...names: readonly string[]): string {
  const found = names.reduce<unknown>((part, name) => memberOf(part, name), value);
  if (typeof found === 'number') return String(found);
  return typeof found === 'string' ? found.trim() : '';
}

/** The objects of a member that is a list; a single object counts as a list of one. */
export function objectsOf(value: unknown, name: string): readonly JsonObject[] {
  const found = memberOf(value, name);
  return [found].flat().filter((part) => isJsonObject(part));
}

/** The texts of a member that is a list, or of one text. */
export const textsOf = (value: unknown, name: string): readonly string[] =>
  [memberOf(value, name)].flat().flatMap((part) => (typeof part === 'string' ? [part] : []));

/** A member as JSON that a field without a type can hold: nested values become text. */
export const plainValue = (value: Json | undefined): Json | undefined =>
  typeof value === 'object' && value !== null && !isPlainList(value) ? JSON.stringify(value) : value;

const isPlainList = (value: Json): boolean =>
  Array.isArray(value) && value.every((part: Json) => typeof part === 'string');
