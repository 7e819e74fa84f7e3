/**
 * Lets so many works run at a time; the others wait in the order they came, each until its signal ends the wait with its
 * reason.
 */
export function turns(atOnce: number) {
  const waiting = new Set<() => void>();
  let free = atOnce;

  const wait = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const enter = () => {
        signal.removeEventListener('abort', leave);
        resolve();
      };
      const leave = () => {
        waiting.delete(enter);
        reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
      };
      waiting.add(enter);
      signal.addEventListener('abort', leave, { once: true });
    });

  function next(): void {
    const [first] = waiting;
    if (!first) free += 1;
    else if (waiting.delete(first)) first();
  }

  return async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    signal.throwIfAborted();
    if (free > 0) free -= 1;
    else await wait(signal);
    try {
      return await work();
    } finally {
      next();
    }
  };
}
