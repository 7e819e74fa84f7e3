import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { ApolloServer } from '@apollo/server';
import type { FastifyInstance } from 'fastify';
import type { RequestContext } from '../api/context.ts';
import { catalogOf } from './create-http.ts';
import { failureOf } from './failure-of.ts';
import { statusOfKind } from '../api/status-of.ts';
import { acceptUploads } from './uploads/accept-uploads.ts';
import type { UploadSettings } from './uploads/receive-operation.ts';

/** `/graphql`: GET and POST, JSON and multipart. A failure before execution is told in GraphQL's manner too. */
export async function graphqlRoutes(http: FastifyInstance, apollo: ApolloServer<RequestContext>, uploads: UploadSettings): Promise<void> {
  await acceptUploads(http, uploads);
  http.setErrorHandler((error, request, reply) => {
    const { failure, extensions } = failureOf(error, request);
    void reply.code(statusOfKind[failure.entry.kind]).header('content-type', 'application/json; charset=utf-8')
      .send({ errors: [{ message: failure.message, extensions: { code: failure.code, ...extensions } }] });
  });
  http.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    handler: fastifyApolloHandler(apollo, { context: async (request) => catalogOf(request) }),
  });
}
