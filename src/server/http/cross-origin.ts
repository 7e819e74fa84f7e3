import cors from '@fastify/cors';
import type { FastifyInstance } from 'fastify';
import { fail } from '../../kernel/fail.ts';
import type { Config } from '../../platform/config.ts';

/** What scripts of other origins may read of an answer, beside what they always may. */
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

/** For how long a browser may remember what it asked, in seconds. */
const preflightSeconds = 86_400;

/**
 * Lets web pages of the configured origins call, never with credentials: a key is sent by whoever has it. A browser's question
 * is answered everywhere; any other OPTIONS by the address that it names.
 */
export async function allowOrigins(http: FastifyInstance, origins: Config['corsOrigins']): Promise<void> {
  await http.register(cors, {
    origin: origins === '*' ? '*' : [...origins],
    credentials: false,
    exposedHeaders,
    methods,
    maxAge: preflightSeconds,
    preflightContinue: true,
    strictPreflight: false,
  });
  http.addHook('onRequest', async (request, reply) => {
    if (request.method !== 'OPTIONS') return;
    const { origin, 'access-control-request-method': asked } = request.headers;
    if (origin !== undefined && asked !== undefined) return reply.code(204).send();
    // the route of the CORS plugin: no other has the address
    if (request.routeOptions.url !== '*') return;
    if (request.url !== '*') fail('NOT_FOUND');
    return reply.code(204).header('allow', methods.join(', ')).send();
  });
}
