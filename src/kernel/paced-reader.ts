import { CatalogError } from './fail.ts';

/** How slowly a reader may take rows: at the rate on average, and up to the time behind it. */
export interface ReaderPace {
  readonly bytesPerSecond: number;
  readonly maxBehindMs: number;
}

/** The pace of exports. A reader on a slow line gets there, one that holds a statement and what it reads without need does not. */
export const exportPace: ReaderPace = Object.freeze({ bytesPerSecond: 8 * 1024, maxBehindMs: 60_000 });

/** Measures the time in which a reader holds a stream up. While the stream waits for rows, no time counts. */
export class PacedReader {
  readonly #pace: ReaderPace;
  readonly #onTooSlow: () => unknown;
  #behindMs = 0;
  #bytes = 0;
  /** The time that the current rows may take. */
  #earnedMs = 0;
  #since = 0;
  #timer: NodeJS.Timeout | undefined;
  #isTooSlow = false;

  constructor(pace: ReaderPace, onTooSlow: () => unknown) {
    this.#pace = pace;
    this.#onTooSlow = onTooSlow;
  }

  /** The reader begins to take the next of the first `bytes` bytes. */
  begin(bytes: number): void {
    this.#earnedMs = (1_000 * (bytes - this.#bytes)) / this.#pace.bytesPerSecond;
    this.#bytes = bytes;
    this.#since = performance.now();
    const leftMs = this.#pace.maxBehindMs - this.#behindMs + this.#earnedMs;
    this.#timer = setTimeout(() => {
      this.#isTooSlow = true;
      this.#onTooSlow();
    }, leftMs).unref();
  }

  /** The reader has taken them. Fails as for a client that has left, where it was too slow. */
  end(): void {
    this.stop();
    this.#behindMs = Math.max(0, this.#behindMs + performance.now() - this.#since - this.#earnedMs);
    if (this.#isTooSlow) throw new CatalogError('CLIENT_DISCONNECTED');
  }

  stop(): void {
    clearTimeout(this.#timer);
  }
}
