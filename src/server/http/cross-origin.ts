import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { fail } from '#kernel/fail.ts';
import type { Config } from '#platform/config.ts';
import { restApis } from '#rest/rest-apis.ts';

/** The response headers that scripts of other origins may read, in addition to the headers that browsers always expose. */
const exposedHeaders = [
  'Accept-Ranges',
  'Allow',
  'Content-Disposition',
  'Content-Range',
  'ETag',
  'Idempotency-Replayed',
  'Location',
  'RateLimit',
  'RateLimit-Policy',
  'Retry-After',
  'WWW-Authenticate',
  'X-Trace-Id',
];

const methods = ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'];

/** Whether pages of every origin may call the REST API at a path. */
const isOpenToAll = (path: string): boolean =>
  restApis.some(({ base, conventions }) => conventions.isOpenToAllOrigins && path.startsWith(base));

/** How long a browser may cache a preflight response. */
const preflightSeconds = 86_400;

/**
 * Allows requests of web pages from the configured origins, without credentials: a page must send an API key itself. A browser's
 * preflight is answered at every path; the route of a path answers any other OPTIONS. REST APIs with `isOpenToAllOrigins` accept pages
 * of every origin.
 */
export async function allowOrigins(http: FastifyInstance, origins: Config['corsOrigins']): Promise<void> {
  const options = {
    credentials: false,
    exposedHeaders,
    methods,
    maxAge: preflightSeconds,
    preflightContinue: true,
    strictPreflight: false,
  };
  const openOptions = { ...options, origin: '*' };
  const configuredOptions = origins === '*' ? openOptions : { ...options, origin: [...origins] };
  await http.register(cors, {
    delegator: (request, done) => {
      done(null, isOpenToAll(request.url) ? openOptions : configuredOptions);
    },
  });
  http.addHook('onRequest', (request, reply, done) => {
    if (request.method !== 'OPTIONS') return done();
    const { origin, 'access-control-request-method': requestedMethod } = request.headers;
    if (origin !== undefined && requestedMethod !== undefined) return void reply.code(204).send();
    // At an unknown path, only the route of the CORS plugin matches.
    if (request.routeOptions.url !== '*') return done();
    if (request.url !== '*') fail('NOT_FOUND');
    reply.code(204).header('allow', methods.join(', ')).send();
  });
}
