/** Caches the result of a function for a time, good or bad, counted from its end. Concurrent calls share one. */
export function cacheFor<T>(milliseconds: number, read: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | undefined;
  let expires = 0;
  return () => {
    if (current && performance.now() < expires) return current;
    expires = Infinity;
    current = read().finally(() => {
      expires = performance.now() + milliseconds;
    });
    return current;
  };
}
