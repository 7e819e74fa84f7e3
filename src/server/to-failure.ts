import type { FastifyBaseLogger, FastifyRequest } from 'fastify';
import { toCatalogError } from '#api/errors/to-catalog-error.ts';
import { CatalogError } from '#kernel/fail.ts';
import { type TraceId, traceIdAsUuid } from '#kernel/trace-context.ts';
import { createTraceId } from '#platform/tracing.ts';

/** Converts an error to the CatalogError that a request ends with, and its extensions. Logs an unexpected error. */
export function toFailure(
  error: unknown,
  request: FastifyRequest,
): { failure: CatalogError; extensions: Record<string, unknown> } {
  const failure = toCatalogError(error) ?? fastifyError(error, request);
  request.failureCode = failure?.code ?? 'INTERNAL_ERROR';
  if (failure)
    return { failure, extensions: { ...failure.details, ...(failure.fields && { fields: failure.fields }) } };
  return {
    failure: new CatalogError('INTERNAL_ERROR'),
    extensions: { trace_id: reportUnexpected(request.log, error, request.id) },
  };
}

/** Converts an error that Fastify itself raises: for a body that is too large, of another type, or malformed. */
function fastifyError(error: unknown, { routeOptions }: FastifyRequest): CatalogError | undefined {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : undefined;
  if (status === 413) return new CatalogError('PAYLOAD_TOO_LARGE', { limit: routeOptions.bodyLimit });
  if (status === 415) return new CatalogError('UNSUPPORTED_MEDIA_TYPE', { expected: 'application/json' });
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new CatalogError('BAD_REQUEST', {
      reason: error instanceof Error ? error.message : 'The request cannot be read.',
    });
  }
  return undefined;
}

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
