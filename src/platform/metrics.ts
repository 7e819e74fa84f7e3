/** How an operation, a job or a request ended: `refused` because of the caller, `failed` because of the service. */
export type WorkOutcome = 'ok' | 'refused' | 'failed';

/** A request that was answered. */
export interface MeasuredRequest {
  readonly method: string;
  /** The pattern of the route, never the path: the values of a label are bounded. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  /** The codes of its errors. */
  readonly errors: Iterable<CountedError>;
}

/** An error by its code and kind. */
export interface CountedError {
  readonly code: string;
  readonly kind: string;
}

/** An operation of the graph that was executed. */
export interface MeasuredOperation {
  /** The name; empty without one. */
  readonly name: string;
  /** Whose document it is. The names of `persisted` documents and of callers with a key are bounded. */
  readonly origin: 'persisted' | 'keyed' | 'anonymous';
  readonly type: string;
  readonly outcome: WorkOutcome;
  readonly seconds: number;
}

/** A job that a worker has run. */
export interface MeasuredJob {
  readonly queue: string;
  readonly outcome: 'done' | 'failed' | 'interrupted';
  readonly seconds: number;
}

/** How an attempt of a publication ended. */
export interface MeasuredPublication {
  readonly outcome: 'done' | 'limit_reached' | 'failed' | 'interrupted';
  /** The number of records written. */
  readonly records: number;
}

/** A value for one combination of labels. */
export interface Sample {
  readonly labels?: Readonly<Record<string, string>>;
  readonly value: number;
}

/** A metric whose values are read when they are asked for. */
export interface SampledMetric {
  readonly name: string;
  readonly help: string;
  /** A counter only rises. Default: gauge. */
  readonly type?: 'gauge' | 'counter';
  readonly labels?: readonly string[];
  /** Reads the values. A failure leaves the metric out, and does not affect the others. */
  readonly read: () => Iterable<Sample> | Promise<Iterable<Sample>>;
}

/** Counts and measures what the process does. */
export interface Metrics {
  readonly recordRequest: (request: MeasuredRequest) => void;
  readonly recordOperation: (operation: MeasuredOperation) => void;
  readonly recordJob: (job: MeasuredJob) => void;
  /** Counts a running attempt of a publication until the returned function is called. */
  readonly startPublication: (kind: string) => (ended: MeasuredPublication) => void;
  readonly sample: (metric: SampledMetric) => void;
  /** All metrics in the text format of Prometheus, with its content type. */
  readonly read: () => Promise<{ readonly contentType: string; readonly text: string }>;
}

/** The metrics of a process that no one asks: nothing is measured. */
export const noMetrics: Metrics = Object.freeze({
  recordRequest: () => undefined,
  recordOperation: () => undefined,
  recordJob: () => undefined,
  startPublication: () => () => undefined,
  sample: () => undefined,
  read: () => Promise.resolve({ contentType: 'text/plain; charset=utf-8', text: '' }),
} satisfies Metrics);
