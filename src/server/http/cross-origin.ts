import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { fail } from '../../kernel/fail.ts';
import type { Config } from '../../platform/config.ts';
import { restApis } from '../../rest/rest-apis.ts';

/** The response headers that scripts of other origins may read, in addition to the headers that browsers always expose. */
const exposedHeaders = [
  'Allow',
  'Content-Disposition',
  'ETag',
  'Location',
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
  await http.register(cors, {
    delegator: (request, done) => {
      done(null, { ...options, origin: origins === '*' || isOpenToAll(request.url) ? '*' : [...origins] });
    },
  });
  http.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS') return;
    const { origin, 'access-control-request-method': requestedMethod } = request.headers;
    if (origin !== undefined && requestedMethod !== undefined) return reply.code(204).send();
    // At an unknown path, only the route of the CORS plugin matches.
    if (request.routeOptions.url !== '*') return;
    if (request.url !== '*') fail('NOT_FOUND');
    return reply.code(204).header('allow', methods.join(', ')).send();
  });
}
