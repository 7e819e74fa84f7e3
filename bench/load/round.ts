/** What the driver is told to do. */
export interface RoundOrder {
  readonly origin: string;
  readonly connections: number;
  readonly seconds: number;
  /** The requests as they go over the wire, sent in turn. */
  readonly requests: readonly string[];
  /** After how many requests it ends before its seconds have passed. Default: it does not. */
  readonly count?: number;
}

/** What it found. Times in milliseconds. */
export interface RoundResult {
  /** Requests per second: the sum of each connection's own pace, so that a round that ends amid slow answers tells no less. */
  readonly perSecond: number;
  readonly p50: number;
  readonly p99: number;
  readonly requests: number;
  readonly failures: number;
  readonly failure?: string | undefined;
}
