import { setTimeout as pause } from 'node:timers/promises';
import { once } from 'node:events';

/** Remembers that something has changed until a stream has time for it. Any number of changes are one. */
export class PendingChange {
  readonly #signal: AbortSignal;
  readonly #changes = new EventTarget();
  #isPending = false;

  /** The signal ends the stream. */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  readonly add = (): void => {
    this.#isPending = true;
    this.#changes.dispatchEvent(new Event('change'));
  };

  /** Waits for a change, at least for the time, so that frequent changes are taken together. Returns false when the stream has ended. */
  async take(minMs: number): Promise<boolean> {
    const signal = this.#signal;
    try {
      await pause(minMs, undefined, { signal });
      if (!this.#isPending) await once(this.#changes, 'change', { signal });
    } catch {
      return false;
    }
    this.#isPending = false;
    return true;
  }
}
