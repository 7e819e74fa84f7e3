/** A number of attempts per minute. */
export interface RateLimit {
  /** Identifies the caller and the action; of any length. */
  readonly key: string;
  /** The maximum number of attempts per minute. */
  readonly limit: number;
}

/** Counts attempts, across all processes. */
export interface RateLimiter {
  /** Counts an attempt. Returns 0 when the attempt is allowed, else the seconds until the next attempt is allowed. */
  attempt(rate: RateLimit): Promise<number>;
  /** Deletes the counts of past minutes. */
  sweep(): Promise<void>;
}
