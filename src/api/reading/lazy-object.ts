import { JsonText } from '#kernel/json.ts';

type Parts = Readonly<Record<string, () => unknown>>;

const partsByObject = new WeakMap<object, Parts>();

/** An object whose properties are computed when they are first read: a payload whose parts cost nothing unless selected. */
export function lazyObject<T extends object>(parts: { readonly [Name in keyof T]: () => T[Name] }): T {
  const lazy: Partial<T> = {};
  for (const name of Object.keys(parts) as (keyof T)[])
    Object.defineProperty(lazy, name, { enumerable: true, get: computeOnce(parts[name]) });
  partsByObject.set(lazy, parts);
  return lazy as T;
}

function computeOnce<Value>(compute: () => Value): () => Value {
  // The value is wrapped in an object, because it may be undefined itself.
  let computed: { readonly value: Value } | undefined;
  return () => {
    computed ??= { value: compute() };
    return computed.value;
  };
}

/** The functions that compute the properties of a lazy object; none for any other value. */
export const lazyPartsOf = (value: unknown): Parts =>
  typeof value === 'object' && value !== null ? (partsByObject.get(value) ?? {}) : {};

/** A part of a planned result: JSON text that is sent without being parsed, or an object of such parts by response key. */
export type JsonPart = JsonText | JsonParts;

/** The data of a planned result, by response key. */
export interface JsonParts {
  readonly [key: string]: JsonPart;
}

/** The value of a part. Each text in it is parsed when it is first read. */
export const valueOfPart = (part: JsonPart): unknown =>
  part instanceof JsonText
    ? part.value
    : lazyObject(Object.fromEntries(Object.entries(part).map(([key, value]) => [key, () => valueOfPart(value)])));

/** The part at a dotted path of response keys, which `writeJson` copies; undefined if the value is null, or within a text. */
export function partAt(parts: JsonPart | undefined, path: string): JsonPart | undefined {
  const found = path
    .split('.')
    .reduce<JsonPart | undefined>((part, key) => (part instanceof JsonText ? undefined : part?.[key]), parts);
  return found instanceof JsonText && found.isNull ? undefined : found;
}
