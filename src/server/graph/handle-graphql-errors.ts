import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { statusOfKind } from '../../api/errors/status-of-kind.ts';
import { refuseOtherMethods } from '../../rest/refuse-other-methods.ts';
import { failureOf } from '../failure-of.ts';

/** Tells a failure before execution in GraphQL's manner, and refuses other methods than those that an address of a scope has. */
export function handleGraphqlErrors(http: FastifyInstance, url: string, methods: readonly string[]): void {
  http.setErrorHandler(refuse);
  refuseOtherMethods(http, url, methods);
}

function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { failure, extensions } = failureOf(error, request);
  const { kind } = failure.entry;
  if (kind === 'unavailable' || kind === 'rate') reply.header('retry-after', String(failure.retryAfter ?? 1));
  // the rest of a body that nobody wants is not waited for
  if (kind === 'tooLarge') reply.header('connection', 'close');
  reply
    .code(statusOfKind[kind])
    .type('application/json; charset=utf-8')
    .send({ errors: [{ message: failure.message, extensions: { code: failure.code, ...extensions } }] });
}
