import { randomUUID } from 'node:crypto';
import cors from '@fastify/cors';
import { fastify, LogController, type FastifyBaseLogger, type FastifyInstance, type FastifyReply, type FastifyRequest } from 'fastify';
import type { AppServices } from '../api/app-services.ts';
import type { RequestContext } from '../api/context.ts';
import { callerOf } from '../api/session.ts';
import { CatalogError, fail } from '../kernel/fail.ts';
import type { SessionOfKey } from '../modules/identity/index.ts';
import type { Config } from '../platform/config.ts';
import { requestFields } from '../platform/log.ts';
import { errorBody } from '../rest/error-body.ts';
import { contextFor } from './context-for.ts';
import { drainConnections } from './drain-connections.ts';
import { cutSlowBodies } from './slow-bodies.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, and what they work with; set before anything else happens. */
    catalog: RequestContext | null;
  }
}

/** Times in milliseconds; sizes in bytes. A whole upload has half an hour, a header ten seconds. */
const httpLimits = {
  requestTimeout: 30 * 60_000, headersTimeout: 10_000, keepAliveTimeout: 72_000, checkEvery: 5_000, body: 2 ** 20, pathPart: 1024,
  /** What must arrive of a body at least. */
  pace: { bytes: 10_000, within: 20_000 },
};

/** The HTTP server, without its routes: limits, CORS, the caller of each request, one log line for each answer. */
export async function createHttp({ config, log }: Pick<AppServices, 'config' | 'log'>, limits = httpLimits): Promise<FastifyInstance> {
  const logger: FastifyBaseLogger = log;
  const http: FastifyInstance = fastify({
    loggerInstance: logger,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    trustProxy: trusted(config.trustProxy),
    bodyLimit: limits.body,
    requestTimeout: limits.requestTimeout,
    keepAliveTimeout: limits.keepAliveTimeout,
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    http: { headersTimeout: limits.headersTimeout, connectionsCheckingInterval: limits.checkEvery },
    frameworkErrors: (_error, _request, reply) => { answerNothingThere(reply); },
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: limits.pathPart },
  });
  await http.register(cors, {
    origin: config.corsOrigins === '*' ? '*' : [...config.corsOrigins], credentials: false, exposedHeaders: ['ETag', 'Location', 'Retry-After'], maxAge: 86_400,
    methods: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'],
  });
  cutSlowBodies(http, limits.pace);
  drainConnections(http);
  http.setNotFoundHandler((_request, reply) => { answerNothingThere(reply); });
  http.decorateRequest('catalog', null);
  http.addHook('onResponse', async (request, reply) => {
    log.info(requestFields({
      method: request.method, url: request.url, status: reply.statusCode, milliseconds: reply.elapsedTime, traceId: request.id,
    }), 'answered');
  });
  return http;
}

/** The answer where there is nothing: an address of no route, or one that cannot be an address of ours. */
function answerNothingThere(reply: FastifyReply): void {
  reply.code(404).type('application/json; charset=utf-8').send(errorBody(new CatalogError('NOT_FOUND'), {}));
}

/** Whose X-Forwarded-* headers count, as Fastify takes it: a number says how many proxies are in front. */
const trusted = (proxies: Config['trustProxy']) => {
  if (typeof proxies === 'boolean') return proxies;
  return typeof proxies === 'number' ? (_address: string, hop: number) => hop < proxies : [...proxies];
};

/** Finds out who asks before anything else happens in the routes of a scope; what they are answered is for nobody else to keep, and no web page. */
export const authenticateCallers = (http: FastifyInstance, app: AppServices, sessionOfKey: SessionOfKey): void => {
  http.addHook('onRequest', async (request, reply) => {
    // whoever asks next may see less
    reply.headers({ 'x-trace-id': request.id, 'cache-control': 'private, no-store', 'x-content-type-options': 'nosniff' });
    request.catalog = await contextFor(app, sessionOfKey, request);
  });
};

/** Refuses requests without a key in the routes of a scope. */
export const requireCallers = (http: FastifyInstance): void => {
  http.addHook('onRequest', async (request) => { callerOf(catalogOf(request).session); });
};

/** The context of a request whose caller was found out; fails INTERNAL_ERROR outside of the scopes that do. */
export const catalogOf = ({ catalog }: FastifyRequest): RequestContext => catalog ?? fail('INTERNAL_ERROR');
