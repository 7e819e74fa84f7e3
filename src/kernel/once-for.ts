/** A function whose value for an object is computed once, and kept as long as the object. */
export function onceFor<Key extends object, Value>(compute: (key: Key) => Value): (key: Key) => Value {
  // The value is wrapped in an object, because it may be undefined itself.
  const known = new WeakMap<Key, { readonly value: Value }>();
  return (key) => {
    const found = known.get(key);
    if (found) return found.value;
    const value = compute(key);
    known.set(key, { value });
    return value;
  };
}
