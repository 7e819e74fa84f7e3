import type { FastifyBaseLogger } from 'fastify';
import { traceIdAsUuid, type TraceId } from '#kernel/trace-context.ts';
import { createTraceId } from '#platform/tracing/trace-id.ts';

/** Logs an unexpected error and returns its trace id as a UUID, for the response. The log line has both forms. */
export function reportUnexpected(
  log: Pick<FastifyBaseLogger, 'error'>,
  error: unknown,
  traceId: TraceId = createTraceId(),
): string {
  const reportedAs = traceIdAsUuid(traceId);
  log.error({ err: error, trace_id: traceId, reported_as: reportedAs }, 'Unexpected error.');
  return reportedAs;
}
