import { isJsonObject, type Json, type JsonObject } from '#kernel/json.ts';

/** Keys in order, each with the shape below; null for a value or an open map. A key with `?` is optional. */
export interface Shape {
  readonly [name: string]: Shape | null;
}

/** A shape of plain values with these keys. */
export const names = (...all: readonly string[]): Shape => Object.fromEntries(all.map((name) => [name, null]));

/** Where the keys of a value, or their order, differ from the shape. */
export function shapeDifferences(value: Json, shape: Shape | null, path = ''): readonly string[] {
  if (Array.isArray(value))
    return value.flatMap((value: Json, index) => shapeDifferences(value, shape, `${path}[${index}]`));
  if (value === null && path !== '') return [];
  if (!shape && path !== '') return [];
  if (!isJsonObject(value)) return [`${path} is not an object`];
  if (!shape) return [];
  const expected = Object.keys(shape)
    .filter((name) => !name.endsWith('?') || name.slice(0, -1) in value)
    .map((name) => name.replace('?', ''));
  const found = Object.keys(value);
  const here =
    JSON.stringify(found) === JSON.stringify(expected)
      ? []
      : [`${path}: ${found.join()} instead of ${expected.join()}`];
  return [
    ...here,
    ...Object.entries(shape).flatMap(([name, below]) =>
      below ? shapeDifferencesBelow(value, name.replace('?', ''), below, path) : [],
    ),
  ];
}

const shapeDifferencesBelow = (value: JsonObject, name: string, shape: Shape, path: string): readonly string[] =>
  value[name] === undefined ? [] : shapeDifferences(value[name], shape, `${path}.${name}`);
