import type { Value } from './record.ts';

/** Whether a text can be stored: PostgreSQL accepts neither NUL nor half a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && text.isWellFormed();

/** The error message for a text that cannot be stored. */
export const unstorableMessage = 'NUL characters and lone surrogates are not allowed.';

/** Replaces the characters that cannot be stored by U+FFFD. */
export const toStorableText = (text: string): string =>
  isStorable(text) ? text : text.toWellFormed().replaceAll('\0', '\uFFFD');

/** Makes all texts and names in a value storable; returns the same object when all of them already are. */
export function toStorable(value: Value): Value {
  if (typeof value === 'string') return toStorableText(value);
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) {
    const parts = value.map(toStorable);
    return parts.every((part, index) => part === value[index]) ? value : parts;
  }
  const members = Object.entries(value).map(([name, part]) => [toStorableText(name), toStorable(part)] as const);
  return Object.keys(value).every((name, index) => members[index]?.[0] === name && members[index][1] === value[name])
    ? value
    : Object.fromEntries(members);
}

/** Whether every text of any JSON is storable. It does not recurse, as the sender controls the depth. */
export function isStorableJson(json: unknown): boolean {
  const pending = [json];
  while (pending.length > 0) {
    const value = pending.pop();
    if (typeof value === 'string' && !isStorable(value)) return false;
    if (typeof value !== 'object' || value === null) continue;
    for (const [name, part] of Object.entries(value)) {
      if (!isStorable(name)) return false;
      pending.push(part);
    }
  }
  return true;
}
