import type { FastifyInstance } from 'fastify';
import { graphiqlPage, graphiqlPolicy } from './graphiql.ts';
import { graphiqlTabs } from './graphiql-tabs.ts';
import { once } from './once.ts';

/** `/graphiql`: the graph for people, from this server alone. The page is made when it is first asked for. */
export function graphiqlRoutes(http: FastifyInstance): void {
  const page = once(async () => Buffer.from(await graphiqlPage({ endpoint: '/graphql', subscriptionsEndpoint: '/graphql/stream', tabs: graphiqlTabs })));
  http.get('/graphiql', async (_request, reply) => {
    return reply.header('content-security-policy', graphiqlPolicy).header('x-content-type-options', 'nosniff')
      .type('text/html; charset=utf-8').send(await page());
  });
}
