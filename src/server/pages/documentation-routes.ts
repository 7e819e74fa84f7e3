import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import { encode } from 'html-entities';
import type { JsonObject } from '#kernel/json.ts';
import {
  askedEachTime,
  type AssetAddresses,
  type AssetFile,
  assetRoutes,
  createStaticContent,
  sendStaticContent,
  type StaticContent,
} from './static-content.ts';
import type { Platform } from '#api/platform.ts';
import type { Config } from '#platform/config.ts';
import { type CatalogIdentity, readCatalogIdentity } from '#portal/index.ts';
import { baseUrlOf } from '../http/addresses.ts';

/** The OpenAPI description of a REST API. */
interface Description {
  /** The name that the viewer shows. */
  readonly name: string;
  /** The path of the OpenAPI document. */
  readonly path: string;
  /** Describes it as part of a catalog of this name. */
  readonly describe: (catalog: string) => JsonObject;
}

/** The page of the viewer, in a catalog of this name. */
const page = (addresses: AssetAddresses, catalog: string): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${encode(catalog)}: REST APIs</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="${addresses.get('swagger-ui.css') ?? ''}"></head>
<body><div id="api"></div>
${['swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'start.js'].map((name) => `<script src="${addresses.get(name) ?? ''}"></script>`).join('\n')}</body>
</html>
`;

/** A plugin of the viewer that shows the GraphQL operation of each REST operation, collapsed, instead of the viewer's own row for an extension. */
const graphqlOperation = `const graphqlOperation = () => ({ wrapComponents: { OperationExtRow: (Row, { React: { createElement } }) => (props) => {
  if (props.xKey !== 'x-graphql-operation') return createElement(Row, props);
  const { name, document } = props.xVal.toJS();
  const title = createElement('summary', {}, 'GraphQL: ' + name);
  const content = document ? createElement('details', {}, title, createElement('pre', { className: 'microlight' }, document)) : 'GraphQL: ' + name;
  return createElement('tr', {}, createElement('td', { colSpan: 2 }, content));
} } });
`;

/** Sends a header with changes that forms and pages of other sites cannot send, so that a person who has signed in may make those without a body too. */
const ownRequest = `const requestInterceptor = (request) => {
  const isOwn = new URL(request.url, location.href).origin === location.origin;
  return isOwn && request.method !== 'GET' ? { ...request, headers: { ...request.headers, 'x-csrf': '1' } } : request;
};
`;

/** The script that starts the viewer. The viewer stores no API keys in the browser and calls no external validator. */
const scriptFor = (descriptions: readonly Description[], basePath: string): string =>
  `${graphqlOperation}const viewer = ${JSON.stringify({
    urls: descriptions.map(({ name, path }) => ({ name, url: basePath + path })),
    layout: 'StandaloneLayout',
    dom_id: '#api',
    deepLinking: true,
    docExpansion: 'none',
    persistAuthorization: false,
    validatorUrl: null,
    showExtensions: true,
    // the command for a shell is that of a program, which needs no such header
    showMutatedRequest: false,
  })};\n${ownRequest}SwaggerUIBundle({ ...viewer, requestInterceptor, presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset], plugins: [graphqlOperation] });\n`;

/** The Content-Security-Policy of the page: its own assets, styles that its script sets, and requests to this server. */
export const documentationPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What the catalog is called where it has no name of its own. */
const ownName = 'Catalograph';

/** The name of the catalog by its settings, for descriptions, which are answered without a database too. */
export const nameOfCatalog = ({ db, config }: Pick<Platform, 'db' | 'config'>): Promise<string> =>
  readCatalogIdentity({ db, app: { config } }).then(
    ({ titles }) => (titles[0] ? onOneLine(titles[0].text) : ownName),
    () => ownName,
  );

/** Content that has the name of the catalog. It is made again once the name is another. */
function namedContent(nameOf: () => Promise<string>, write: (catalog: string) => Promise<string>) {
  let last: { readonly catalog: string; readonly content: Promise<StaticContent> } | undefined;
  return async (): Promise<StaticContent> => {
    const catalog = await nameOf();
    if (last?.catalog !== catalog) {
      const content = write(catalog).then(createStaticContent);
      last = { catalog, content };
      content.catch(() => (last = undefined));
    }
    return last.content;
  };
}

/** Registers the OpenAPI documents, which are public, and their viewer `/docs`, which loads assets from this server only. */
export function documentationRoutes(
  http: FastifyInstance,
  descriptions: readonly Description[],
  { basePath, nameOf }: { readonly basePath: string; readonly nameOf: () => Promise<string> },
): void {
  for (const { path, describe } of descriptions) {
    const description = namedContent(nameOf, async (catalog) => JSON.stringify(describe(catalog)));
    http.get(path, async (request, reply) => {
      reply.header('cache-control', askedEachTime).type('application/json; charset=utf-8');
      return sendStaticContent(request, reply, await description());
    });
  }
  const files: readonly AssetFile[] = [
    ...viewerFiles.map((name) => ({ name, read: () => readFile(join(viewerFolder(), name)) })),
    { name: 'start.js', read: async () => scriptFor(descriptions, basePath) },
  ];
  const addresses = assetRoutes(http, { basePath, folder: '/docs' }, files);
  const content = namedContent(nameOf, async (catalog) => page(await addresses(), catalog));
  http.get('/docs', async (request, reply) => {
    reply
      .headers({ 'cache-control': askedEachTime, 'content-security-policy': documentationPolicy })
      .type('text/html; charset=utf-8');
    return sendStaticContent(request, reply, await content());
  });
}

/** The viewer's assets. */
const viewerFiles = ['swagger-ui-bundle.js', 'swagger-ui-standalone-preset.js', 'swagger-ui.css'] as const;

/** The folder of the viewer's assets; nothing else of the package is used. */
const viewerFolder = (): string =>
  join(dirname(createRequire(import.meta.url).resolve('@fastify/swagger-ui/package.json')), 'static');

/** An interface that the page lists. */
interface ListedApi {
  readonly title: string;
  readonly description: string;
  readonly base: string;
}

/** Registers `/llms.txt` (llmstxt.org): what the service is, and the addresses at which programs that read text find the rest. */
export function llmsRoute(
  http: FastifyInstance,
  { db, config }: Pick<Platform, 'db' | 'config'>,
  apis: readonly ListedApi[],
): void {
  http.get('/llms.txt', async (request, reply) => {
    const identity = await readCatalogIdentity({ db, app: { config } });
    return reply
      .type('text/plain; charset=utf-8')
      .send(
        llmsText(identity, { address: baseUrlOf(request, config), mcp: config.mcp, hasPortal: config.portal, apis }),
      );
  });
}

/** What llms.txt leads to. */
interface Interfaces {
  readonly address: string;
  readonly mcp: Config['mcp'];
  readonly hasPortal: boolean;
  readonly apis: readonly ListedApi[];
}

/** A text of the settings on one line, so that it cannot begin a heading or a list. */
const onOneLine = (text: string): string => text.replace(/\s+/g, ' ');

const llmsText = (
  { titles, descriptions, publisher }: CatalogIdentity,
  { address, mcp, hasPortal, apis }: Interfaces,
): string => `# ${onOneLine(titles[0]?.text ?? ownName)}

> ${descriptions[0] ? `${onOneLine(descriptions[0].text)} ` : ''}${publisher?.name ? `Published by ${publisher.name}. ` : ''}A data catalog: published datasets with their metadata, fields, records and lineage, which anyone may search and query as far as they are public. An API key, in the header "Authorization: Apikey KEY", shows what its owner may see.

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
- [Sitemap](${address}/catalog/sitemap.xml): ${hasPortal ? 'the page of each published dataset and of each form, the pages of editors, and the glossary' : 'each published dataset in JSON-LD, with schema.org and Croissant'}
- [Datasets in DCAT-AP 3](${address}/api/explore/v2.1/catalog/exports/ttl): all published datasets as Turtle
- [Interfaces](${address}/.well-known/api-catalog): the interfaces and their descriptions as a linkset (RFC 9727)
${hasPortal ? portalText(address) : ''}`;

const portalText = (
  address: string,
): string => `- [Feed](${address}/feeds/datasets): the datasets that changed last, as Atom; with the parameters of a search, those that it finds
- [Glossary](${address}/glossary): what the words of the catalog mean

The address of a dataset, ${address}/datasets/{dataset_id}, answers by the header Accept: a page (text/html), schema.org and Croissant (application/ld+json), DCAT-AP 3 (text/turtle, application/rdf+xml), or the records (text/csv).
`;

/**
 * Registers `/robots.txt`: crawlers may read the pages for people and their assets, the descriptions of datasets, feeds and attachments, and leave the
 * interfaces, the editor and the viewer alone. The server renders the pages, so crawlers need no interface to see what they show.
 */
export function robotsRoute(http: FastifyInstance, config: Pick<Config, 'publicUrl'>): void {
  http.get('/robots.txt', async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .send(
        `User-agent: *\nAllow: /portal-page/\n${closedToCrawlers.map((path) => `Disallow: ${path}\n`).join('')}\nSitemap: ${baseUrlOf(request, config)}/catalog/sitemap.xml\n`,
      ),
  );
}

/** What crawlers leave alone. */
const closedToCrawlers = ['/api/', '/graphql', '/graphiql', '/mcp'];

/** Registers `/.well-known/api-catalog` (RFC 9727): the interfaces, with the addresses of their descriptions, for programs. */
export function apiCatalogRoute(
  http: FastifyInstance,
  config: Pick<Config, 'publicUrl' | 'mcp'>,
  apis: readonly Pick<ListedApi, 'title' | 'base'>[],
): void {
  http.get('/.well-known/api-catalog', async (request, reply) => {
    const address = baseUrlOf(request, config);
    const documentation = [{ href: `${address}/docs`, type: 'text/html' }];
    const linkset = [
      ...apis.map(({ base, title }) => ({
        anchor: `${address}${base}`,
        'service-desc': [{ href: `${address}${base}/openapi.json`, type: 'application/json', title }],
        'service-doc': documentation,
      })),
      {
        anchor: `${address}/graphql`,
        'service-doc': [{ href: `${address}/graphiql`, type: 'text/html', title: 'GraphQL' }],
      },
      ...(config.mcp === 'off'
        ? []
        : [
            {
              anchor: `${address}/mcp`,
              'service-doc': [{ href: `${address}/llms.txt`, type: 'text/plain', title: 'MCP' }],
            },
          ]),
    ];
    return reply
      .type('application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"')
      .send(JSON.stringify({ linkset }));
  });
}
