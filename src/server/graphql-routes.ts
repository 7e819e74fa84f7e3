import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { ApolloServer } from '@apollo/server';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RequestContext } from '../api/context.ts';
import { statusOfKind } from '../api/status-of.ts';
import { fail } from '../kernel/fail.ts';
import { catalogOf } from './create-http.ts';
import { failureOf } from './failure-of.ts';
import { acceptUploads } from './uploads/accept-uploads.ts';
import type { UploadSettings } from './uploads/receive-operation.ts';

/** `/graphql`: GET and POST, JSON and multipart. A failure before execution is told in GraphQL's manner too. */
export async function graphqlRoutes(http: FastifyInstance, apollo: ApolloServer<RequestContext>, uploads: UploadSettings): Promise<void> {
  await acceptUploads(http, uploads);
  http.setErrorHandler(refuse);
  http.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    handler: fastifyApolloHandler(apollo, { context: async (request) => catalogOf(request) }),
  });
  http.route({
    method: ['PUT', 'PATCH', 'DELETE'],
    url: '/graphql',
    // before a body is looked at
    onRequest: async ({ method }, reply) => {
      reply.header('allow', 'GET, POST');
      fail('METHOD_NOT_ALLOWED', { method });
    },
    handler: async () => undefined,
  });
}

/** A failure before execution, in GraphQL's manner. */
function refuse(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { failure, extensions } = failureOf(error, request);
  const { kind } = failure.entry;
  if (kind === 'unavailable') reply.header('retry-after', '1');
  // the rest of a body that nobody wants is not waited for
  if (kind === 'tooLarge') reply.header('connection', 'close');
  reply.code(statusOfKind[kind]).type('application/json; charset=utf-8')
    .send({ errors: [{ message: failure.message, extensions: { code: failure.code, ...extensions } }] });
}
