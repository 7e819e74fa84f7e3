import { WaitQueue, type WaitLimits } from './semaphore.ts';

/** Repeatable work. An abort of the signal ends it; it is then run again without one. */
export type RepeatableWork<T> = (signal: AbortSignal | undefined) => Promise<T>;

/** Runs work once its caller has a permit. */
export type CallerSemaphores = <T>(caller: string, work: RepeatableWork<T>, limits: WaitLimits) => Promise<T>;

/** The permits of one caller. */
interface CallerPermits {
  readonly permits: number;
  /** How long work may hold the permit that is reserved. Default: none is reserved. */
  readonly reservedMs?: number | undefined;
}

/**
 * Creates a semaphore for each caller. Of several permits one may be reserved for short work: what holds it for too long gives it back and is run
 * again with another permit, so that long work of a caller does not delay the short work of the same caller for long.
 */
export function createCallerSemaphores(
  permits: CallerPermits,
): CallerSemaphores & { readonly waitingCount: () => number } {
  const inUse = new Map<string, { readonly semaphore: ReservingSemaphore; users: number }>();
  const run: CallerSemaphores = async (caller, work, limits) => {
    const found = inUse.get(caller) ?? { semaphore: new ReservingSemaphore(permits), users: 0 };
    inUse.set(caller, found);
    found.users += 1;
    try {
      return await found.semaphore.run(work, limits);
    } finally {
      found.users -= 1;
      if (found.users === 0) inUse.delete(caller);
    }
  };
  const waitingCount = () => inUse.values().reduce((sum, { semaphore }) => sum + semaphore.waitingCount, 0);
  return Object.assign(run, { waitingCount });
}

type Permit = 'common' | 'reserved';

class ReservingSemaphore {
  readonly #free: Record<Permit, number>;
  readonly #reservedMs: number | undefined;
  readonly #waiting = new WaitQueue<Permit>();
  /** Work that has held the reserved permit for too long. */
  readonly #waitingAgain = new WaitQueue<Permit>();

  constructor({ permits, reservedMs }: CallerPermits) {
    const reserved = permits > 1 && reservedMs !== undefined ? 1 : 0;
    this.#free = { common: permits - reserved, reserved };
    this.#reservedMs = reservedMs;
  }

  get waitingCount(): number {
    return this.#waiting.size + this.#waitingAgain.size;
  }

  async run<T>(work: RepeatableWork<T>, limits: WaitLimits): Promise<T> {
    limits.signal?.throwIfAborted();
    let permit = this.#take('common') ?? this.#take('reserved') ?? (await this.#waiting.wait(limits));
    const ending = new AbortController();
    const timer =
      permit === 'reserved' &&
      setTimeout(() => {
        const common = this.#take('common');
        if (!common) return ending.abort();
        this.#release('reserved');
        permit = common;
      }, this.#reservedMs);
    try {
      return await work(timer === false ? undefined : ending.signal);
    } catch (error) {
      if (!ending.signal.aborted || limits.signal?.aborted === true) throw error;
    } finally {
      if (timer !== false) clearTimeout(timer);
      this.#release(permit);
    }
    permit = this.#take('common') ?? (await this.#waitingAgain.wait(limits));
    try {
      return await work(undefined);
    } finally {
      this.#release(permit);
    }
  }

  #take(permit: Permit): Permit | undefined {
    if (this.#free[permit] === 0) return undefined;
    this.#free[permit] -= 1;
    return permit;
  }

  #release(permit: Permit): void {
    if (permit === 'common' && this.#waitingAgain.wakeFirst(permit)) return;
    if (!this.#waiting.wakeFirst(permit)) this.#free[permit] += 1;
  }
}
