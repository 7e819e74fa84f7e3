import { METHODS } from 'node:http';
import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import type { RequestContext, Services } from '#api/context.ts';
import { requireCaller } from '#api/session/session.ts';
import { httpStatusByKind } from '#api/errors/status-of-kind.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import type { FindSession } from '#identity/index.ts';
import type { Config } from '#platform/config.ts';
import { errorBody } from '#rest/errors/error-body.ts';
import { notCached } from '#rest/responders/allow-caching.ts';
import { jsonBodyParser } from '#rest/request/body-parsers.ts';
import { refuseOtherMethods } from '#rest/errors/refuse-other-methods.ts';
import { contextFor } from '../create-context.ts';
import { drainConnections } from './drain-connections.ts';
import { dropStalledReaders, readerLimits } from './drop-stalled-readers.ts';
import { toFailure } from '../to-failure.ts';
import { admitRequests } from './admit-requests.ts';
import { respondToParseError, endWithError } from './respond-to-parse-error.ts';
import { allowOrigins } from './cross-origin.ts';
import { clientLeaves } from './client-leaves.ts';
import { limitRates } from './limit-rates.ts';
import { setSecurityHeaders, addSecurityHeaders } from './security-headers.ts';
import { observeRequests } from './observe-requests.ts';
import { prefersHtml } from './prefers-html.ts';
import { pathOfRequestTarget } from './request-address.ts';
import { loadLimits, shedLoad } from './shed-load.ts';
import { queuePipelined } from './queue-pipelined.ts';
import { compressAnswers } from './compress-answers.ts';
import { storeAnswers } from '../idempotency/store-answers.ts';
import { tagAnswers } from './tag-answers.ts';
import { abortSlowBodies } from './abort-slow-bodies.ts';
import { closeRefusedUpgrades, isUpgrade } from './upgrades.ts';
import { traceIdOf } from '#platform/tracing/trace-id.ts';

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
export type SendNotFound = (reply: FastifyReply) => Promise<FastifyReply>;

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
    rewriteUrl: pathOfRequestTarget,
    // Fastify calls this for a malformed path.
    frameworkErrors: (_error, request, reply) => {
      observe(request, reply);
      setSecurityHeaders(request, reply);
      sendError(reply, new CatalogError('NOT_FOUND'));
    },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: limits.pathPart },
  });
  const observe = observeRequests(http, { log, metrics, tracing });
  http.setNotFoundHandler(() => fail('NOT_FOUND'));
  http.setErrorHandler((error, request, reply) => {
    const { failure, extensions } = toFailure(error, request);
    return sendNotFound && request.is404 && prefersHtml(request)
      ? sendNotFound(reply.header('vary', 'accept'))
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
  return http;
}

/** Sends an error in the contract's shape, for routes without an error handler of their own. */
function sendError(
  reply: FastifyReply,
  failure: CatalogError,
  extensions: Readonly<Record<string, unknown>> = {},
): void {
  if (failure.retryAfter !== undefined) reply.header('retry-after', String(failure.retryAfter));
  reply
    .code(httpStatusByKind[failure.entry.kind])
    .type('application/json; charset=utf-8')
    .send(errorBody(failure, extensions));
}

/** Routes every HTTP method, so that a path can refuse the methods that it does not support. Routes outside of the scopes are read-only. */
function routeAllMethods(http: FastifyInstance): void {
  for (const method of METHODS)
    if (method !== 'CONNECT' && !http.supportedMethods.includes(method)) http.addHttpMethod(method);
  http.addHook('onRoute', function refuseOthers({ method, url }) {
    if (this === http && method === 'GET') refuseOtherMethods(http, url, ['GET', 'HEAD']);
  });
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

/** The context of an authenticated request. Fails INTERNAL_ERROR outside of the scopes that authenticate. */
export const catalogOf = ({ catalog }: FastifyRequest): RequestContext => catalog ?? fail('INTERNAL_ERROR');
