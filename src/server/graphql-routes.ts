import { fastifyApolloHandler } from '@as-integrations/fastify';
import type { ApolloServer } from '@apollo/server';
import type { FastifyInstance } from 'fastify';
import type { RequestContext } from '../api/context.ts';
import { catalogOf } from './create-http.ts';
import { refuseGraphql } from './refuse-graphql.ts';
import { acceptUploads } from './uploads/accept-uploads.ts';
import type { UploadSettings } from './uploads/receive-operation.ts';

/** `/graphql`: GET and POST, JSON and multipart. A failure before execution is told in GraphQL's manner too. */
export async function graphqlRoutes(http: FastifyInstance, apollo: ApolloServer<RequestContext>, uploads: UploadSettings): Promise<void> {
  await acceptUploads(http, uploads);
  refuseGraphql(http, '/graphql', ['GET', 'HEAD', 'POST']);
  http.route({
    method: ['GET', 'POST'],
    url: '/graphql',
    handler: fastifyApolloHandler(apollo, { context: async (request) => catalogOf(request) }),
  });
}
