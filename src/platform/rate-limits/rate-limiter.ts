/** A number of attempts per minute. */
export interface RateLimit {
  /** Identifies the caller and the action; of any length. */
  readonly key: string;
  /** Attempts per minute. */
  readonly limit: number;
}

/** Counts attempts, across all processes. */
export interface RateLimiter {
  /** Counts an attempt. Returns 0 when it is allowed, else the seconds until the next one is. */
  attempt(rate: RateLimit): Promise<number>;
  /** Deletes the counts of past minutes. */
  sweep(): Promise<void>;
}
