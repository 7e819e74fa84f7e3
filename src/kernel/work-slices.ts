import { setImmediate } from 'node:timers/promises';

/** How long work may take, in milliseconds. */
interface WorkLimits {
  /** In sum, without the pauses. */
  readonly maxMs: number;
  /** Ends the work beyond that. */
  readonly onLimit: () => never;
  /** Work after which the rest of the process gets its share. */
  readonly sliceMs?: number;
  readonly now?: () => number;
}

/** Cuts a long loop into slices, with pauses between them in which the process does what else waits, and bounds what the loop takes in all. */
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

  /** Begins a slice after other work, which does not count. */
  resume(): void {
    this.#begin = this.#now();
  }

  /** To be called after each piece of work, and to be awaited where it answers a promise. Ends the work beyond its limit. */
  yieldIfDue(): Promise<void> | undefined {
    const inSlice = this.#now() - this.#begin;
    if (this.#worked + inSlice > this.#maxMs) this.#onLimit();
    return inSlice < this.#sliceMs ? undefined : this.#pause(inSlice);
  }

  /** Ends a slice whose work counts; other work follows. */
  suspend(): void {
    this.#worked += this.#now() - this.#begin;
  }

  async #pause(inSlice: number): Promise<void> {
    this.#worked += inSlice;
    await setImmediate();
    this.resume();
  }
}
