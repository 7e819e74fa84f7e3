import { textOf, type Value } from '../../records/record.ts';

/** What an object has under a name, or a list at a place from 0; null for anything that is not its own data. */
export function ownValue(holder: Value, key: Value): Value {
  if (Array.isArray(holder)) return typeof key === 'number' ? (holder[key] ?? null) : null;
  if (typeof holder !== 'object' || holder === null) return null;
  const name = textOf(key);
  return Object.hasOwn(holder, name) ? (holder[name] ?? null) : null;
}
