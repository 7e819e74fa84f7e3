/** Runs work once a permit is free. While it waits, an abort of the signal rejects it with the signal's reason. */
export type Semaphore = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Creates a semaphore with this number of permits. Callers wait in order of arrival. */
export function createSemaphore(permits: number): Semaphore {
  const waiting = new Set<() => void>();
  let free = permits;

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
