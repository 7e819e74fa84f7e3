import type { FastifyRequest } from 'fastify';

/** A request with other parts, such as its body. */
export const withParts = (request: FastifyRequest, parts: Readonly<Record<string | symbol, unknown>>): FastifyRequest =>
  new Proxy(request, {
    get: (target, name): unknown => (name in parts ? parts[name] : Reflect.get(target, name)),
  });
