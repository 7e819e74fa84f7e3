import { textOf, type Value } from '../../records/record.ts';

/** The own member of an object, or the element of a list at an index from 0; null for anything else. */
export function ownValue(holder: Value, key: Value): Value {
  if (Array.isArray(holder)) return typeof key === 'number' ? (holder[key] ?? null) : null;
  if (typeof holder !== 'object' || holder === null) return null;
  const name = textOf(key);
  return Object.hasOwn(holder, name) ? (holder[name] ?? null) : null;
}
