import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';

/** Logs a failure that nobody foresaw and answers the trace id under which the log has it. */
export function reportUnexpected(
  log: Pick<FastifyBaseLogger, 'error'>,
  error: unknown,
  traceId: string = randomUUID(),
): string {
  log.error({ err: error, trace_id: traceId }, 'an unforeseen failure');
  return traceId;
}
