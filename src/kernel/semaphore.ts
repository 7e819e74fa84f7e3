/** Runs work once a permit is free. An abort of the signal while the work waits for a permit rejects with the signal's reason. */
export type Semaphore = <T>(work: () => Promise<T>, signal: AbortSignal) => Promise<T>;

/** Creates a semaphore with the given number of permits. Callers wait in order of arrival. */
export function createSemaphore(permits: number): Semaphore {
  const waiting = new Set<() => void>();
  let free = permits;

  const wait = (signal: AbortSignal) =>
    new Promise<void>((resolve, reject) => {
      const acquire = () => {
        signal.removeEventListener('abort', abortWait);
        resolve();
      };
      const abortWait = () => {
        waiting.delete(acquire);
        reject(signal.reason instanceof Error ? signal.reason : new Error(String(signal.reason)));
      };
      waiting.add(acquire);
      signal.addEventListener('abort', abortWait, { once: true });
    });

  function releasePermit(): void {
    const [longestWaiting] = waiting;
    if (!longestWaiting) free += 1;
    else if (waiting.delete(longestWaiting)) longestWaiting();
  }

  return async <T>(work: () => Promise<T>, signal: AbortSignal): Promise<T> => {
    signal.throwIfAborted();
    if (free > 0) free -= 1;
    else await wait(signal);
    try {
      return await work();
    } finally {
      releasePermit();
    }
  };
}
