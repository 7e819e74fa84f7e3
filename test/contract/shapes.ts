import { isJsonObject, type Json, type JsonObject } from '../../src/kernel/json.ts';

/** Names in order, each with what is below it; null for a value, or for an open map. A name with `?` may be left out. */
export interface Shape {
  readonly [name: string]: Shape | null;
}

/** Values with names, in order. */
export const names = (...all: readonly string[]): Shape => Object.fromEntries(all.map((name) => [name, null]));

/** The places in a value whose names are not those of the shape, in its order. */
export function misshapen(value: Json, shape: Shape | null, path = ''): readonly string[] {
  if (Array.isArray(value)) return value.flatMap((each: Json, at) => misshapen(each, shape, `${path}[${at}]`));
  if (value === null && path !== '') return [];
  if (!isJsonObject(value)) return [`${path} is no object`];
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
      below ? misshapenBelow(value, name.replace('?', ''), below, path) : [],
    ),
  ];
}

const misshapenBelow = (value: JsonObject, name: string, shape: Shape, path: string): readonly string[] =>
  value[name] === undefined ? [] : misshapen(value[name], shape, `${path}.${name}`);
