/** How long work waits for a permit. */
export interface WaitLimits {
  /** An abort ends the wait with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** The time of `performance.now()` at which the wait ends, and the error with which it ends. */
  readonly deadline?: { readonly at: number; readonly error: () => Error } | undefined;
}

/** Runs work once a permit is free. */
export type Semaphore = <T>(work: () => Promise<T>, limits?: WaitLimits) => Promise<T>;

/** A semaphore, and how much work waits for a permit. */
export type CountedSemaphore = Semaphore & { readonly waitingCount: () => number };

/** Creates a semaphore with the given number of permits. Callers wait in order of arrival. */
export function createSemaphore(permits: number): CountedSemaphore {
  const waiting = new Set<() => void>();
  let free = permits;

  const wait = ({ signal, deadline }: WaitLimits) =>
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
      const timer =
        deadline && setTimeout(() => stopWaiting(deadline.error()), Math.max(0, deadline.at - performance.now()));
      waiting.add(acquire);
      signal?.addEventListener('abort', abortWait, { once: true });
    });

  function releasePermit(): void {
    const [longestWaiting] = waiting;
    if (longestWaiting) longestWaiting();
    else free += 1;
  }

  const run: Semaphore = async <T>(work: () => Promise<T>, limits: WaitLimits = {}): Promise<T> => {
    limits.signal?.throwIfAborted();
    if (free > 0) free -= 1;
    else await wait(limits);
    try {
      return await work();
    } finally {
      releasePermit();
    }
  };
  return Object.assign(run, { waitingCount: () => waiting.size });
}
