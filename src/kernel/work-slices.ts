import { setImmediate } from 'node:timers/promises';

/** The time limits of work. */
interface WorkLimits {
  /** In total, without pauses. */
  readonly maxMs: number;
  /** Throws when the limit is exceeded. */
  readonly onLimit: () => never;
  /** How long work runs before it yields to the event loop. */
  readonly sliceMs?: number;
  readonly now?: () => number;
}

/** Makes a long loop yield to the event loop, and limits its total time. */
export class WorkSlices {
  readonly #maxMs: number;
  readonly #onLimit: () => never;
  readonly #sliceMs: number;
  readonly #now: () => number;
  #begin: number;
  #worked = 0;

  constructor({ maxMs, onLimit, sliceMs = 25, now = () => performance.now() }: WorkLimits) {
    this.#maxMs = maxMs;
    this.#onLimit = onLimit;
    this.#sliceMs = sliceMs;
    this.#now = now;
    this.#begin = now();
  }

  /** Starts a slice, after work that does not count. */
  resume(): void {
    this.#begin = this.#now();
  }

  /** Call after each step of the loop, and await the promise, if any. Throws beyond the limit. */
  yieldIfDue(): Promise<void> | undefined {
    const inSlice = this.#now() - this.#begin;
    if (this.#worked + inSlice > this.#maxMs) this.#onLimit();
    return inSlice < this.#sliceMs ? undefined : this.#pause(inSlice);
  }

  /** Ends a slice, before work that does not count. */
  suspend(): void {
    this.#worked += this.#now() - this.#begin;
  }

  async #pause(inSlice: number): Promise<void> {
    this.#worked += inSlice;
    await setImmediate();
    this.resume();
  }
}
