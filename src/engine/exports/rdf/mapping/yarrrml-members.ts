import { isJsonObject, type Json } from '#kernel/json.ts';
import { invalid, quoted, unsupported } from './mapping-problem.ts';

/** Reads the members of an object. `keys` lists, for each name in the result, the keys under which YARRRML may write it. Fails INVALID_MAPPING, with the key in the message, for any other key. */
export function members<Name extends string>(
  body: Json,
  keys: Readonly<Record<Name, readonly string[]>>,
): Readonly<Partial<Record<Name, Json>>> {
  if (!isJsonObject(body)) return invalid(`${quoted(JSON.stringify(body))} is not an object of YARRRML`);
  const known = new Set(Object.values<readonly string[]>(keys).flat());
  for (const key of Object.keys(body)) if (!known.has(key)) unsupported(`The key ${quoted(key)} of YARRRML`);
  const found: Partial<Record<Name, Json>> = {};
  for (const name in keys) {
    const value = member(body, ...keys[name]);
    if (value !== undefined) found[name] = value;
  }
  return found;
}

/** The value under the first of these keys that the object has. */
export function member(body: Json, ...keys: readonly string[]): Json | undefined {
  const key = isJsonObject(body) ? keys.find((each) => Object.hasOwn(body, each)) : undefined;
  return isJsonObject(body) && key !== undefined ? body[key] : undefined;
}

/** Whether a value is a list. */
export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** The items of a list. A value that is not a list is the only item, and an absent or empty value is no item. */
export function listOf(value: Json | undefined): readonly Json[] {
  if (isList(value)) return value;
  return value === undefined || value === null || value === '' ? [] : [value];
}
