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
