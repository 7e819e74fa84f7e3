/** What the driver is told to do. */
export interface RoundOrder {
  readonly origin: string;
  readonly connections: number;
  readonly seconds: number;
  /** The requests as they go over the wire, sent in turn. */
  readonly requests: readonly string[];
}

/** What it found. Times in milliseconds. */
export interface RoundResult {
  /** Requests answered within the time, per second. */
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  /** All requests, with those that were answered after the time. */
  readonly requests: number;
  readonly failures: number;
  readonly failure?: string | undefined;
}
