import { WaitQueue } from './semaphore.ts';

/** The permits of a kind of work: for all callers together, and for each of them. */
export interface PermitLimits {
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
