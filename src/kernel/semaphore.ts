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
  const waiting = new WaitQueue<void>();
  let free = permits;
  const run: Semaphore = async <T>(work: () => Promise<T>, limits: WaitLimits = {}): Promise<T> => {
    limits.signal?.throwIfAborted();
    if (free > 0) free -= 1;
    else await waiting.wait(limits);
    try {
      return await work();
    } finally {
      if (!waiting.wakeFirst()) free += 1;
    }
  };
  return Object.assign(run, { waitingCount: () => waiting.size });
}

/** Work that waits, in order of arrival, for a value. */
export class WaitQueue<Value> {
  readonly #waiting = new Set<(value: Value) => void>();

  get size(): number {
    return this.#waiting.size;
  }

  /** Resolves with the value that wakes it. */
  wait({ signal, deadline }: WaitLimits): Promise<Value> {
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting.delete(wake);
        clearTimeout(timer);
        signal?.removeEventListener('abort', abortWait);
      };
      const wake = (value: Value) => {
        leave();
        resolve(value);
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
      this.#waiting.add(wake);
      signal?.addEventListener('abort', abortWait, { once: true });
    });
  }

  /** Wakes the work that has waited longest. Returns whether there was any. */
  wakeFirst(value: Value): boolean {
    const [longestWaiting] = this.#waiting;
    longestWaiting?.(value);
    return longestWaiting !== undefined;
  }
}
