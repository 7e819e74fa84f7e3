import type { FastifyInstance } from 'fastify';
import { fail } from '../../kernel/fail.ts';

/** Answers the methods that an address does not have, in the manner of its scope: OPTIONS with those that it has, every other with 405 and the same. */
export function refuseOtherMethods(http: FastifyInstance, url: string, methods: readonly string[]): void {
  const allow = [...methods, 'OPTIONS'].join(', ');
  http.options(url, async (_request, reply) => reply.code(204).header('allow', allow).send());
  http.route({
    method: http.supportedMethods.filter((method) => method !== 'OPTIONS' && !methods.includes(method)),
    url,
    exposeHeadRoute: false,
    // before a body is looked at
    onRequest: async ({ method }, reply) => {
      reply.header('allow', allow);
      fail('METHOD_NOT_ALLOWED', { method });
    },
    handler: async () => undefined,
  });
}
