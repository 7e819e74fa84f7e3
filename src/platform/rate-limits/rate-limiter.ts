/** How many attempts somebody has in a minute. */
export interface RateLimit {
  /** Who attempts what; of any length. */
  readonly key: string;
  /** The most attempts in a minute. */
  readonly limit: number;
}

/** Counts attempts, for all processes together. */
export interface RateLimiter {
  /** Counts an attempt, and answers in how many seconds the next one is taken: 0 where this one is. */
  attempt(rate: RateLimit): Promise<number>;
  /** Forgets the minutes that are over. */
  sweep(): Promise<void>;
}
