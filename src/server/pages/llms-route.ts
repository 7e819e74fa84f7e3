import type { FastifyInstance } from 'fastify';
import type { Config } from '#platform/config.ts';
import { baseUrlOf } from '../http/addresses.ts';

/** An interface that the page lists. */
interface ListedApi {
  readonly title: string;
  readonly description: string;
  readonly base: string;
}

/** Registers `/llms.txt` (llmstxt.org): what the service is, and the addresses at which programs that read text find the rest. */
export function llmsRoute(
  http: FastifyInstance,
  config: Pick<Config, 'publicUrl' | 'mcp'>,
  apis: readonly ListedApi[],
): void {
  http.get('/llms.txt', async (request, reply) =>
    reply.type('text/plain; charset=utf-8').send(llmsText(baseUrlOf(request, config), config.mcp, apis)),
  );
}

const llmsText = (address: string, mcp: Config['mcp'], apis: readonly ListedApi[]): string => `# Catalograph

> A data catalog: published datasets with their metadata, fields, records and lineage, which anyone may search and query as far as they are public. An API key, in the header "Authorization: Apikey KEY", shows what its owner may see.

## Interfaces

${[
  ...(mcp === 'off'
    ? []
    : [`- [MCP](${address}/mcp): tools for agents, by the Model Context Protocol over streamable HTTP`]),
  `- [GraphQL](${address}/graphql): the whole catalog as one graph; introspection describes it, and POST runs queries`,
  ...apis.map(
    ({ title, description, base }) => `- [${title}](${address}${base}/openapi.json): OpenAPI. ${description}`,
  ),
].join('\n')}

## Documents

- [REST documentation](${address}/docs): all operations of the REST interfaces
- [GraphQL editor](${address}/graphiql): the graph, with its descriptions
- [Sitemap](${address}/catalog/sitemap.xml): the page of each published dataset, with schema.org and Croissant in JSON-LD
`;
