import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';

/** Logs an unexpected error and returns the trace id of the log line. */
export function reportUnexpected(
  log: Pick<FastifyBaseLogger, 'error'>,
  error: unknown,
  traceId: string = randomUUID(),
): string {
  log.error({ err: error, trace_id: traceId }, 'Unexpected error.');
  return traceId;
}
