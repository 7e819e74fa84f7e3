import type { FastifyInstance } from 'fastify';
import { assetRoutes } from './asset-routes.ts';
import { graphiqlFiles, graphiqlPage, graphiqlPolicy } from './graphiql.ts';
import { graphiqlTabs } from './graphiql-tabs.ts';

/** `/graphiql`: the GraphQL editor, from this server alone. */
export function graphiqlRoutes(http: FastifyInstance): void {
  const addresses = assetRoutes(http, '/graphiql', graphiqlFiles);
  http.get('/graphiql', async (_request, reply) =>
    reply
      .header('content-security-policy', graphiqlPolicy)
      .type('text/html; charset=utf-8')
      .send(graphiqlPage('/graphql', graphiqlTabs, await addresses())),
  );
}
