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
