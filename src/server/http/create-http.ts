import { maxHeaderSize, METHODS, STATUS_CODES } from 'node:http';
import {
  fastify,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { RequestContext, Services } from '#api/context.ts';
import { requireCaller } from '#api/session.ts';
import { headOfFailure, jsonType, sendFailure } from '#http/answer-head.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import type { FindSession } from '#identity/index.ts';
import type { Config } from '#platform/config.ts';
import { errorBody } from '#rest/route.ts';
import { compressAnswers, notCached, tagAnswers } from '#http/answers.ts';
import { jsonBodyParser, refuseOtherMethods, refuseUnroutedMethods } from '#http/requests.ts';
import { catalogOf, contextFor, limitRates } from '../create-context.ts';
import {
  abortSlowBodies,
  closeRefusedUpgrades,
  drainConnections,
  dropStalledReaders,
  isUpgrade,
  loadLimits,
  queuePipelined,
  readerLimits,
  shedLoad,
  streamPath,
} from '#http/admission.ts';
import { observeRequests, toFailure } from './observe-requests.ts';
import { addSecurityHeaders, allowOrigins, pathOfRequestTarget, requireHost, setSecurityHeaders } from './addresses.ts';
import { storeAnswers } from './idempotency.ts';
import { forgetEndedSessions } from './session-cookie.ts';
import { traceIdOf } from '#platform/telemetry.ts';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

declare module 'fastify' {
  interface FastifyRequest {
    /** The context of the request, which `authenticateCallers` sets; null outside of its scopes. */
    catalog: RequestContext | null;
  }
}

/** The limits of the server: times in milliseconds, sizes in bytes. */
const httpLimits = {
  requestTimeout: 30 * 60_000,
  headersTimeout: 10_000,
  keepAliveTimeout: 72_000,
  checkEvery: 5_000,
  body: 2 ** 20,
  pathPart: 1024,
  /** The minimum transfer rate of a body. */
  minBodyRate: { bytes: 10_000, perMs: 20_000 },
  readers: readerLimits,
};

/** Sends a page with status 404. */
type SendNotFound = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Creates the HTTP server without routes: limits, CORS, security headers, errors, and one log line for each response. With `sendNotFound`,
 * a browser at an unknown address gets a page.
 */
export async function createHttp(
  { config, log, metrics, tracing }: Pick<Services, 'config' | 'log' | 'metrics' | 'tracing'>,
  limits = httpLimits,
  load = loadLimits,
  sendNotFound?: SendNotFound,
): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = log;
  const http: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: ({ headers: { traceparent } }) => traceIdOf(traceparent),
    requestIdHeader: false,
    trustProxy: trustProxy(config.trustProxy),
    bodyLimit: limits.body,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: {
      headersTimeout: limits.headersTimeout,
      connectionsCheckingInterval: limits.checkEvery,
      requireHostHeader: false,
      shouldUpgradeCallback: isUpgrade,
    },
    clientErrorHandler: respondToParseError,
    rewriteUrl: targetOf,
    // Fastify calls this for a malformed path.
    frameworkErrors: (_error, request, reply) => {
      observe(request, reply);
      setSecurityHeaders(request, reply);
      sendError(reply, new CatalogError('NOT_FOUND'));
    },
    // Routes declare no schemas: a start loads no compilers of them.
    schemaController: { compilersFactory: { buildValidator: refuseSchemas, buildSerializer: refuseSchemas } },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: limits.pathPart },
  });
  // A logger of its own would cost a request more than its line; what is logged names the trace itself.
  http.setChildLoggerFactory((shared) => shared);
  const observe = observeRequests(http, { log, metrics, tracing });
  http.setNotFoundHandler(() => fail('NOT_FOUND'));
  http.setErrorHandler((error, request, reply) => {
    const { failure, extensions } = toFailure(error, request);
    return sendNotFound && request.is404 && prefersHtml(request)
      ? sendNotFound(request, reply.header('vary', 'accept'))
      : sendError(reply, failure, extensions);
  });
  http.removeContentTypeParser('application/json');
  http.addContentTypeParser('application/json', { parseAs: 'buffer' }, jsonBodyParser(http));
  routeAllMethods(http);
  addSecurityHeaders(http);
  await allowOrigins(http, config.corsOrigins);
  queuePipelined(http);
  shedLoad(http, load, dropStalledReaders(http, limits.readers));
  abortSlowBodies(http, limits.minBodyRate);
  drainConnections(http);
  closeRefusedUpgrades(http);
  admitRequests(http);
  storeAnswers(http);
  // The ETag is that of the body before compression.
  tagAnswers(http);
  compressAnswers(http);
  http.decorateRequest('catalog', null);
  forgetEndedSessions(http, config);
  return http;
}

const refuseSchemas = (): never => {
  throw new TypeError('A route declares a schema.');
};

/** Sends an error in the contract's shape, for routes without an error handler of their own. */
function sendError(
  reply: FastifyReply,
  failure: CatalogError,
  extensions: Readonly<Record<string, unknown>> = {},
): void {
  sendFailure(reply, failure, errorBody(failure, extensions));
}

/** Routes every HTTP method, so that a path can refuse the methods that it does not support. Routes outside of the scopes are read-only. */
function routeAllMethods(http: FastifyInstance): void {
  for (const method of METHODS)
    if (method !== 'CONNECT' && !http.supportedMethods.includes(method)) http.addHttpMethod(method);
  const addresses = new Map<string, readonly string[]>();
  http.addHook('onRoute', function refuseOthers({ method, url }) {
    if (this !== http || method !== 'GET') return;
    addresses.set(url, ['GET', 'HEAD']);
    refuseOtherMethods(http, url, ['GET', 'HEAD'], ['OPTIONS']);
  });
  refuseUnroutedMethods(http, addresses);
  // Node itself sends no response to CONNECT.
  http.server.on('connect', (_request, socket) => {
    endWithError(socket, new CatalogError('METHOD_NOT_ALLOWED', { method: 'CONNECT' }));
  });
}

/** Converts TRUST_PROXY to the option of Fastify. A number is the number of proxies. */
const trustProxy = (proxies: Config['trustProxy']) => {
  if (typeof proxies === 'boolean') return proxies;
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : [...proxies];
};

/** Authenticates the caller, and limits what they spend, before anything else happens in the routes of a scope. Responses are private and not cached. */
export const authenticateCallers = (http: FastifyInstance, app: Services, findSession: FindSession): void => {
  http.addHook('onRequest', async (request, reply) => {
    reply.headers({ 'x-trace-id': request.id, 'cache-control': notCached });
    request.catalog = await contextFor(app, findSession, request, clientLeaves(reply));
  });
  limitRates(http);
};

/** Requires an API key in the routes of a scope. */
export const requireCallers = (http: FastifyInstance): void => {
  http.addHook('onRequest', async (request) => {
    requireCaller(catalogOf(request).session);
  });
};

/**
 * Refuses unknown paths, invalid hosts and compressed bodies after authentication, before any of the body is read. A client that sends
 * `Expect: 100-continue` receives the permission to send its body only after these checks.
 */
function admitRequests(http: FastifyInstance): void {
  // Unknown expectations are ignored (RFC 9110, 10.1.1).
  for (const expectation of ['checkContinue', 'checkExpectation'])
    http.server.on(expectation, (request, response) => {
      http.server.emit('request', request, response);
    });
  http.addHook('preParsing', ({ is404, raw }, reply, _payload, done) => {
    if (is404) fail('NOT_FOUND');
    requireHost(raw);
    const { headers } = raw;
    const hasBody = headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;
    const coding = headers['content-encoding'] ?? 'identity';
    if (hasBody && coding.toLowerCase() !== 'identity') {
      reply.header('accept-encoding', 'identity');
      throw new CatalogError('UNSUPPORTED_MEDIA_TYPE', {
        expected: 'a body without Content-Encoding',
      });
    }
    if (headers.expect?.toLowerCase() === '100-continue') reply.raw.writeContinue();
    done();
  });
}

/** How long a client may take to read the response before its connection is destroyed. */
const readTimeoutMs = 1_000;

/** Node's error of a malformed request. */
interface ReadError extends Error {
  readonly code?: string;
  /** The message of the parser. */
  readonly reason?: string;
  /** The bytes that were parsed. */
  readonly rawPacket?: unknown;
}

/** Responds to a malformed request in the contract's shape and closes the connection. */
function respondToParseError(error: ReadError, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) socket.destroy();
  else endWithError(socket, failureOf(error));
}

/** Sends an error on a connection without a response object and closes it, after a moment for the client to read. */
function endWithError(socket: Duplex, failure: CatalogError): void {
  const { status } = headOfFailure(failure);
  const body = JSON.stringify(errorBody(failure, {}));
  socket.on('error', () => undefined);
  socket.end(
    [
      `HTTP/1.1 ${String(status)} ${STATUS_CODES[status] ?? ''}`,
      `content-type: ${jsonType}`,
      `content-length: ${String(Buffer.byteLength(body))}`,
      'cache-control: no-store',
      'x-content-type-options: nosniff',
      `date: ${new Date().toUTCString()}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
  setTimeout(() => {
    socket.destroy();
  }, readTimeoutMs).unref();
}

function failureOf({ code, reason = 'the bytes are not an HTTP request', rawPacket }: ReadError): CatalogError {
  if (code === 'ERR_HTTP_REQUEST_TIMEOUT') return new CatalogError('REQUEST_TIMEOUT');
  if (code === 'HPE_HEADER_OVERFLOW')
    return new CatalogError(isInRequestLine(rawPacket) ? 'URI_TOO_LONG' : 'HEADERS_TOO_LARGE', {
      limit: maxHeaderSize,
    });
  return new CatalogError('BAD_REQUEST', { reason: `The request cannot be read as HTTP/1.1: ${reason}.` });
}

/** Whether the request line alone exceeds the limit of all headers. */
function isInRequestLine(packet: unknown): boolean {
  if (!Buffer.isBuffer(packet)) return false;
  const end = packet.indexOf('\r\n');
  return (end === -1 || end > maxHeaderSize) && /^[A-Z]+ \S+$/.test(packet.toString('latin1', 0, 100));
}

/** A signal that aborts with CLIENT_DISCONNECTED when the client disconnects before it has received the whole response. */
export function clientLeaves({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) leaving.abort(new CatalogError('CLIENT_DISCONNECTED'));
  });
  return leaving.signal;
}

/** The path and query of a request; a WebSocket has one route, whichever path asks for it. */
const targetOf = (request: FastifyRequest['raw']): string =>
  isUpgrade(request) ? (request.url ?? '').replace(/^\/graphql(?!\/stream)/, streamPath) : pathOfRequestTarget(request);

/** Whether a browser navigates to the path: the request accepts HTML, but neither JSON nor events. */
export const prefersHtml = ({ method, headers: { accept = '' } }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') && /\btext\/html\b/i.test(accept) && !/json|text\/event-stream/i.test(accept);

/** A request with other parts, such as its body. */
export const withParts = (request: FastifyRequest, parts: Readonly<Record<string | symbol, unknown>>): FastifyRequest =>
  new Proxy(request, {
    get: (target, name): unknown => (name in parts ? parts[name] : Reflect.get(target, name)),
  });
