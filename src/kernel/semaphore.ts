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
class WaitQueue<Value> {
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

/** Repeatable work. An abort of the signal ends it; it is then run again without one. */
type RepeatableWork<T> = (signal: AbortSignal | undefined) => Promise<T>;

/** Runs work once its caller has a permit. */
type CallerSemaphores = <T>(caller: string, work: RepeatableWork<T>, limits: WaitLimits) => Promise<T>;

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
    const permit = this.#take('common') ?? this.#take('reserved') ?? (await this.#waiting.wait(limits));
    const result = permit === 'reserved' ? await this.#runReserved(work, limits) : undefined;
    if (result) return result.value;
    try {
      return await work(undefined);
    } finally {
      this.#release('common');
    }
  }

  /** Runs work with the reserved permit. Undefined where that took too long: the work has ended, and has a common permit to be run again. */
  async #runReserved<T>(work: RepeatableWork<T>, limits: WaitLimits): Promise<{ readonly value: T } | undefined> {
    const { signal } = limits;
    let permit: Permit = 'reserved';
    const ending = new AbortController();
    const endWithCaller = () => ending.abort(signal?.reason);
    signal?.addEventListener('abort', endWithCaller, { once: true });
    const timer = setTimeout(() => {
      const common = this.#take('common');
      if (!common) return ending.abort();
      this.#release('reserved');
      permit = common;
    }, this.#reservedMs);
    try {
      return { value: await work(ending.signal) };
    } catch (error) {
      if (!ending.signal.aborted || signal?.aborted === true) throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', endWithCaller);
      this.#release(permit);
    }
    if (!this.#take('common')) await this.#waitingAgain.wait(limits);
    return undefined;
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

/** The permits of a kind of work: for all callers together, and for each of them. */
interface PermitLimits {
  readonly permits: number;
  readonly permitsOfCaller: number;
}

/** Permits for work that is busy. Work that waits for something slow gives its permit back meanwhile. */
export class WorkPermits {
  readonly #limits: PermitLimits;
  readonly #all: Permits;
  readonly #byCaller = new Map<string, Permits>();

  constructor(limits: PermitLimits) {
    this.#limits = limits;
    this.#all = new Permits(limits.permits);
  }

  /** Waits for a permit of a caller and returns the function that gives it back. An abort ends the wait with the signal's reason. */
  async take(caller: string, signal: AbortSignal): Promise<() => void> {
    signal.throwIfAborted();
    const own = this.#byCaller.get(caller) ?? new Permits(this.#limits.permitsOfCaller);
    this.#byCaller.set(caller, own);
    const giveOwn = () => {
      own.give();
      if (own.isUnused) this.#byCaller.delete(caller);
    };
    await own.take(signal);
    try {
      await this.#all.take(signal);
    } catch (error) {
      giveOwn();
      throw error;
    }
    return () => {
      this.#all.give();
      giveOwn();
    };
  }
}

class Permits {
  readonly #count: number;
  #free: number;
  readonly #waiting = new WaitQueue<void>();

  constructor(count: number) {
    this.#count = count;
    this.#free = count;
  }

  get isUnused(): boolean {
    return this.#free === this.#count && this.#waiting.size === 0;
  }

  async take(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    if (this.#free === 0) return this.#waiting.wait({ signal });
    this.#free -= 1;
  }

  give(): void {
    if (!this.#waiting.wakeFirst()) this.#free += 1;
  }
}

/** Takes a slot for an owner. Returns a function that releases the slot, or undefined when no slot is free. Releasing twice has no effect. */
export type TakeSlot = (owner: string) => (() => void) | undefined;

/** Slots, and how many of them are taken. */
export type Slots = TakeSlot & { readonly takenCount: () => number };

/** Creates `total` slots, of which one owner may hold at most `perOwner`. */
export function createSlots({ total, perOwner }: { readonly total: number; readonly perOwner: number }): Slots {
  const taken = new Map<string, number>();
  let count = 0;
  const take: TakeSlot = (owner) => {
    const ownedSlots = taken.get(owner) ?? 0;
    if (count >= total || ownedSlots >= perOwner) return undefined;
    count += 1;
    taken.set(owner, ownedSlots + 1);
    let isTaken = true;
    return () => {
      if (!isTaken) return;
      isTaken = false;
      count -= 1;
      const remaining = (taken.get(owner) ?? 1) - 1;
      if (remaining === 0) taken.delete(owner);
      else taken.set(owner, remaining);
    };
  };
  return Object.assign(take, { takenCount: () => count });
}
