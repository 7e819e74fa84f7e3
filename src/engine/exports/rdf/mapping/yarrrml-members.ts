import { isJsonObject, type Json } from '../../../../kernel/json.ts';
import { invalid, quoted, unsupported } from './mapping-problem.ts';

/** The members of an object by what they mean, each under one of its keys. Fails INVALID_MAPPING for another key, naming it. */
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

/** The member under the first of the keys that the object has. */
export function member(body: Json, ...keys: readonly string[]): Json | undefined {
  const key = isJsonObject(body) ? keys.find((each) => Object.hasOwn(body, each)) : undefined;
  return isJsonObject(body) && key !== undefined ? body[key] : undefined;
}

/** Whether a value is a list. */
export const isList = (value: Json | undefined): value is readonly Json[] => Array.isArray(value);

/** The items of a list, or the one value; none for an absent or empty value. */
export function listOf(value: Json | undefined): readonly Json[] {
  if (isList(value)) return value;
  return value === undefined || value === null || value === '' ? [] : [value];
}
