import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { httpStatusByKind } from '#api/errors/describe-errors.ts';
import { refuseOtherMethods } from '#http/requests.ts';
import { reportedExtensions } from '../cost/reported-extensions.ts';
import { keepFromCaches } from '../documents/choose-document.ts';
import { toFailure } from '../to-failure.ts';

/** Sends errors before execution in GraphQL's shape, and refuses other methods at a path. */
export function handleGraphqlErrors(http: FastifyInstance, url: string, methods: readonly string[]): void {
  http.setErrorHandler(sendGraphqlError);
  refuseOtherMethods(http, url, methods);
}

function sendGraphqlError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { failure, extensions } = toFailure(error, request);
  const { kind } = failure.entry;
  keepFromCaches(reply);
  if (kind === 'unavailable' || kind === 'rate' || failure.retryAfter !== undefined)
    reply.header('retry-after', String(failure.retryAfter ?? 1));
  // The server does not read the rest of a body that is too large.
  if (kind === 'tooLarge') reply.header('connection', 'close');
  reply
    .code(httpStatusByKind[kind])
    .type('application/json; charset=utf-8')
    .send({
      errors: [{ message: failure.message, extensions: { code: failure.code, ...extensions } }],
      ...(request.catalog?.reports && { extensions: reportedExtensions(request.catalog, request.catalog.reports) }),
    });
}
