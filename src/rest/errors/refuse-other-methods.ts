import type { FastifyInstance } from 'fastify';
import { fail } from '../../kernel/fail.ts';

/** Answers OPTIONS with the methods that an address has, and every other method with 405 and the same list. */
export function refuseOtherMethods(http: FastifyInstance, url: string, methods: readonly string[]): void {
  const allow = [...methods, 'OPTIONS'].join(', ');
  http.options(url, async (_request, reply) => reply.code(204).header('allow', allow).send());
  http.route({
    method: http.supportedMethods.filter((method) => method !== 'OPTIONS' && !methods.includes(method)),
    url,
    exposeHeadRoute: false,
    // this hook runs before the body is read
    onRequest: async ({ method }, reply) => {
      reply.header('allow', allow);
      fail('METHOD_NOT_ALLOWED', { method });
    },
    handler: async () => undefined,
  });
}
