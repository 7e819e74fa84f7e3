import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Services } from '#api/context.ts';
import { type ErrorCode, errorCodes } from '#kernel/error-codes.ts';
import {
  createTraceId,
  parseTraceParent,
  type Span,
  type TraceId,
  traceIdAsUuid,
  type Tracing,
} from '#platform/telemetry.ts';
import { requestFields } from '#platform/log.ts';
import { toCatalogError } from '#api/errors/to-catalog-error.ts';
import { seedKeyUid } from '#api/session.ts';
import { CatalogError } from '#kernel/fail.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The error that ended the request, outside of GraphQL's responses; null without one. */
    failureCode: ErrorCode | null;
    /** Logs and measures the request, once. `observeRequests` sets it. */
    ending: RequestEnding | null;
    /** The span of the request; null without traces. */
    span: Span | null;
  }
}

/** Reports the end of a request. */
type ReportEnd = (request: FastifyRequest, reply: FastifyReply, isAnswered: boolean) => void;

/**
 * Reports the end of a request, once. It is an object, because V8 keeps a request that has a function of its own, with all that it refers to, until
 * the next full garbage collection.
 */
class RequestEnding {
  readonly #request: FastifyRequest;
  readonly #reply: FastifyReply;
  readonly #report: ReportEnd;
  #isReported = false;

  constructor(request: FastifyRequest, reply: FastifyReply, report: ReportEnd) {
    this.#request = request;
    this.#reply = reply;
    this.#report = report;
  }

  report(isAnswered: boolean): void {
    if (!this.#isReported) this.#report(this.#request, this.#reply, isAnswered);
    this.#isReported = true;
  }
}

/** How many parts of the service may wait for the end of a response before Node warns of a leak. */
const maxListeners = 20;

/** The status of a request whose client disconnected before the response began, as proxies log it. */
const clientClosedRequest = 499;
/** The status of a request that became a WebSocket. */
export const switchingProtocols = 101;

/**
 * Writes one log line for each request, when its response has ended or its client has disconnected, and measures it. Returns the function
 * that observes a request for which Fastify calls no hooks.
 */
export function observeRequests(
  http: FastifyInstance,
  { log, metrics, tracing }: Pick<Services, 'log' | 'metrics' | 'tracing'>,
): (request: FastifyRequest, reply: FastifyReply) => void {
  http.decorateRequest('failureCode', null);
  http.decorateRequest('ending', null);
  http.decorateRequest('span', null);

  function report(request: FastifyRequest, reply: FastifyReply, isAnswered: boolean): void {
    const { method, catalog, failureCode } = request;
    const status = isAnswered || reply.raw.headersSent ? reply.statusCode : clientClosedRequest;
    const errors = [...new Set([...(catalog?.record.errors ?? []), ...(failureCode ? [failureCode] : [])])];
    metrics.recordRequest({
      method,
      route: routeOf(request),
      status,
      seconds: reply.elapsedTime / 1_000,
      errors: errors.map((code) => ({ code, kind: errorCodes[code].kind })),
    });
    if (request.span) endSpan(request.span, request, status);
    // the first start of a person shows its key and its addresses, and not the hundreds of requests that it sends itself
    log[catalog?.session.keyUid === seedKeyUid ? 'debug' : 'info'](
      requestFields({
        method,
        url: request.url,
        status,
        milliseconds: reply.elapsedTime,
        clientAddress: request.ip,
        username: catalog?.session.username,
        keyUid: catalog?.session.keyUid,
        operations: catalog?.record.operationNames ?? [],
        errors,
        traceId: request.id,
      }),
      isAnswered ? 'answered' : 'client disconnected',
    );
  }

  function observe(request: FastifyRequest, reply: FastifyReply): void {
    const ending = new RequestEnding(request, reply, report);
    request.ending = ending;
    // One more than the streams of an export and the routes already add.
    reply.raw.setMaxListeners(maxListeners);
    reply.raw.once('close', () => ending.report(reply.raw.writableFinished || reply.statusCode === switchingProtocols));
  }

  http.addHook('onRequest', (request, reply, done) => {
    observe(request, reply);
    done();
  });
  http.addHook('onResponse', (request, _reply, done) => {
    request.ending?.report(true);
    done();
  });
  if (tracing.isEnabled) traceRequests(http, tracing);
  return observe;
}

/** Records a span for each request. Hooks run in it, and again after the body was read, in whose events the current span is lost. */
function traceRequests(http: FastifyInstance, tracing: Tracing): void {
  http.addHook('onRequest', (request, _reply, done) => {
    const { traceparent } = request.headers;
    const parent = parseTraceParent(typeof traceparent === 'string' ? traceparent : undefined);
    const span = tracing.startRoot({ name: request.method, traceId: request.id, parent, kind: 'request' });
    request.span = span;
    span.run(done);
  });
  http.addHook('preValidation', ({ span }, _reply, done) => {
    if (span) span.run(done);
    else done();
  });
}

function endSpan(span: Span, request: FastifyRequest, status: number): void {
  const route = routeOf(request);
  const operations = request.catalog?.record.operationNames ?? [];
  span.rename(`${request.method} ${route}`);
  span.set({
    'http.request.method': request.method,
    'http.route': route,
    'http.response.status_code': status,
    'graphql.operation.name': operations.length > 0 ? operations.join(', ') : undefined,
  });
  if (status >= 500) span.fail();
  span.end();
}

/** The pattern of a request's route: a path would be a new value for each dataset. */
const routeOf = ({ is404, routeOptions }: FastifyRequest): string =>
  is404 ? 'unmatched' : (routeOptions.url ?? 'unmatched');

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
