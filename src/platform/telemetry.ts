import { randomUUID } from 'node:crypto';

/** How an operation, a job or a request ended: `refused` because of the caller, `failed` because of the service. */
export type WorkOutcome = 'ok' | 'refused' | 'failed';

/** A request that was answered. */
interface MeasuredRequest {
  readonly method: string;
  /** The pattern of the route, never the path: the values of a label are bounded. */
  readonly route: string;
  readonly status: number;
  readonly seconds: number;
  /** The codes of its errors. */
  readonly errors: Iterable<CountedError>;
}

/** An error by its code and kind. */
interface CountedError {
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
interface MeasuredJob {
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
export interface MetricSample {
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
  readonly read: () => Iterable<MetricSample> | Promise<Iterable<MetricSample>>;
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

/** The attributes of a span. */
export type SpanAttributes = Readonly<Record<string, string | number | boolean | undefined>>;

/** A span of a trace: a piece of work with its beginning and its end. */
export interface Span {
  /** Adds attributes; those without a value are left out. */
  readonly set: (attributes: SpanAttributes) => void;
  /** Renames the span, when its name is known only later. */
  readonly rename: (name: string) => void;
  /** Marks the work as failed. The message of the error is not recorded, because it may quote data. */
  readonly fail: (error?: unknown) => void;
  readonly end: () => void;
  /** Runs work whose spans are parts of this one. */
  readonly run: <T>(work: () => T) => T;
}

/** The first span of a process in a trace. */
export interface RootSpan {
  readonly name: string;
  /** The trace, also where it has no parent. */
  readonly traceId: TraceId;
  /** The span of another process that this one is a part of. */
  readonly parent?: TraceParent | undefined;
  /** The span that caused this one, in a trace of its own. */
  readonly cause?: TraceParent | undefined;
  readonly kind: 'request' | 'job';
}

/** How a part of a trace is recorded. */
export interface PartSpan {
  readonly attributes?: SpanAttributes;
  /** Whether the work is done by another service. Default: false. */
  readonly isCall?: boolean;
}

/** Records traces. Work outside of a root span leaves none. */
export interface Tracing {
  /** Whether traces are recorded. Costly hooks are installed only then. */
  readonly isEnabled: boolean;
  readonly startRoot: (root: RootSpan) => Span;
  /** Starts a span in the current one; undefined outside of a root span, and where the trace has too many spans. */
  readonly startSpan: (name: string, part?: PartSpan) => Span | undefined;
  /** Runs work in a span of its own. */
  readonly inSpan: <T>(name: string, part: PartSpan, work: (span: Span) => Promise<T>) => Promise<T>;
  /** The current span, for the header `traceparent` and for jobs; undefined outside of a root span. */
  readonly current: () => TraceParent | undefined;
  /** Sends what has been recorded. */
  readonly close: () => Promise<void>;
}

/** A span that records nothing. */
export const noSpan: Span = Object.freeze({
  set: () => undefined,
  rename: () => undefined,
  fail: () => undefined,
  end: () => undefined,
  run: (work) => work(),
} satisfies Span);

/** Records no traces. */
export const noTracing: Tracing = Object.freeze({
  isEnabled: false,
  startRoot: () => noSpan,
  startSpan: () => undefined,
  inSpan: (_name, _part, work) => work(noSpan),
  current: () => undefined,
  close: () => Promise.resolve(),
} satisfies Tracing);

/** Runs work in a span, and ends the span. */
export async function runIn<T>(span: Span, work: (span: Span) => Promise<T>): Promise<T> {
  try {
    return await span.run(() => work(span));
  } catch (error) {
    span.fail(error);
    throw error;
  } finally {
    span.end();
  }
}

/** Creates the identifier of a new trace. */
export const createTraceId = (): TraceId => randomUUID().replaceAll('-', '');

/** The identifier of the trace that a request belongs to: that of its header `traceparent`, else a new one. */
export const traceIdOf = (traceparent: string | string[] | undefined): TraceId =>
  (typeof traceparent === 'string' ? parseTraceParent(traceparent)?.traceId : undefined) ?? createTraceId();

/** The header that makes the other service's spans parts of the trace; none without a current span. */
export const traceHeaders = ({ current }: Tracing): { readonly traceparent?: string } => {
  const span = current();
  return span ? { traceparent: formatTraceParent(span) } : {};
};

/** The maximum number of characters of a statement that are read, and that a span has. */
const maxRead = 8_000;
const maxLength = 2_000;

/** A quoted name, or a literal: an escape string, a string, a dollar-quoted string, a number. The end of the text ends a literal as well. */
const literals =
  /"(?:[^"]|"")*(?:"|$)|\be'(?:[^'\\]|''|\\[\s\S])*(?:'|\\?$)|'(?:[^']|'')*(?:'|$)|\$(\w*)\$[\s\S]*?(?:\$\1\$|$)|(?<![\w$."])\d[\w.]*/gi;

/** The text of a statement without its literals: the ORM writes values into the text, and they must not leave the process. */
export const withoutLiterals = (text: string): string =>
  text
    .slice(0, maxRead)
    .replace(literals, (literal) => (literal.startsWith('"') ? literal : '?'))
    .slice(0, maxLength);

/** The first word of a statement, as the name of its span. */
export const commandOf = (text: string): string => /^\s*([a-z]+)/i.exec(text)?.[1]?.toLowerCase() ?? 'statement';

/** The identifier of a trace in hexadecimal, as W3C Trace Context defines it: 32 digits. */
export type TraceId = string;

/** The part of a trace that a header `traceparent` identifies. */
export interface TraceParent {
  readonly traceId: TraceId;
  readonly spanId: string;
  /** Whether the caller records the trace. */
  readonly isSampled: boolean;
}

const form = /^(?!ff)[\da-f]{2}-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(?:-.*)?$/;

/** Parses a header `traceparent` (W3C Trace Context, 3.2); undefined for any other text. Version 00 has no further parts. */
export function parseTraceParent(text: string | undefined): TraceParent | undefined {
  if (text === undefined || text.length > 200 || (text.startsWith('00') && text.length !== 55)) return undefined;
  const [, traceId, spanId, flags = ''] = form.exec(text) ?? [];
  if (traceId === undefined || spanId === undefined) return undefined;
  return { traceId, spanId, isSampled: (Number.parseInt(flags, 16) & 1) === 1 };
}

/** Writes a header `traceparent`. */
export const formatTraceParent = ({ traceId, spanId, isSampled }: TraceParent): string =>
  `00-${traceId}-${spanId}-${isSampled ? '01' : '00'}`;

/** Writes the identifier of a trace as a UUID, the form in which the contract reports it: the same digits with hyphens. */
export const traceIdAsUuid = (traceId: TraceId): string =>
  traceId.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
