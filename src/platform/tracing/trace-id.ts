import { randomUUID } from 'node:crypto';
import { parseTraceParent, type TraceId } from '#kernel/trace-context.ts';

/** Creates the identifier of a new trace. */
export const createTraceId = (): TraceId => randomUUID().replaceAll('-', '');

/** The identifier of the trace that a request belongs to: that of its header `traceparent`, else a new one. */
export const traceIdOf = (traceparent: string | string[] | undefined): TraceId =>
  (typeof traceparent === 'string' ? parseTraceParent(traceparent)?.traceId : undefined) ?? createTraceId();
