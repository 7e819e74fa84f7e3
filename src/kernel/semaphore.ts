/** Runs work once a permit is free. An abort of the signal while the work waits for a permit rejects with the signal's reason. */
export type Semaphore = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** The maximum time that work waits for a permit, and the error with which work that waited so long fails. */
export interface WaitLimit {
  readonly maxWaitMs: number;
  readonly error: () => Error;
}

/** Creates a semaphore with the given number of permits. Callers wait in order of arrival. */
export function createSemaphore(permits: number, limit?: WaitLimit): Semaphore {
  const waiting = new Set<() => void>();
  let free = permits;

  const wait = (signal: AbortSignal | undefined) =>
    new Promise<void>((resolve, reject) => {
      const leave = () => {
        waiting.delete(acquire);
        clearTimeout(timer);
        signal?.removeEventListener('abort', abortWait);
      };
      const acquire = () => {
        leave();
        resolve();
      };
      const stopWaiting = (error: unknown) => {
        leave();
        reject(error instanceof Error ? error : new Error(String(error)));
      };
      const abortWait = () => {
        stopWaiting(signal?.reason);
      };
      const timer = limit && setTimeout(() => stopWaiting(limit.error()), limit.maxWaitMs);
      waiting.add(acquire);
      signal?.addEventListener('abort', abortWait, { once: true });
    });

  function releasePermit(): void {
    const [longestWaiting] = waiting;
    if (longestWaiting) longestWaiting();
    else free += 1;
  }

  return async <T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> => {
    signal?.throwIfAborted();
    if (free > 0) free -= 1;
    else await wait(signal);
    try {
      return await work();
    } finally {
      releasePermit();
    }
  };
}
