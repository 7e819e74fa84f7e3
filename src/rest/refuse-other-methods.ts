import type { FastifyInstance } from 'fastify';
import { fail } from '../kernel/fail.ts';
import { urlOf, type Route } from './route.ts';

/** Registers 405 for the methods that the paths of some rows do not have, which tells those that they have. */
export function refuseOtherMethods(http: FastifyInstance, routes: readonly Route[]): void {
  for (const [path, rows] of Map.groupBy(routes, (each) => each.path)) {
    const methods: readonly string[] = rows.map(({ method }) => method);
    http.route({
      method: ['GET', 'POST', 'PUT', 'DELETE', 'PATCH'].filter((method) => !methods.includes(method)),
      url: urlOf(path),
      // before a body is looked at
      onRequest: async ({ method }, reply) => {
        reply.header('allow', methods.join(', '));
        fail('METHOD_NOT_ALLOWED', { method });
      },
      handler: async () => undefined,
    });
  }
}
