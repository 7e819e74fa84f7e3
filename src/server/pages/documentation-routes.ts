import { createRequire } from 'node:module';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { JsonObject } from '#kernel/json.ts';
import { memoizeAsync } from '../memoize-async.ts';
import { askedEachTime, createStaticContent, sendStaticContent } from './static-content.ts';
import { assetRoutes, type AssetAddresses, type AssetFile } from './asset-routes.ts';

/** The OpenAPI description of a REST API. */
export interface Description {
  /** The name that the viewer shows. */
  readonly name: string;
  /** The path of the OpenAPI document. */
  readonly path: string;
  readonly describe: () => JsonObject;
}

/** The page of the viewer. */
const page = (addresses: AssetAddresses): string => `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Catalograph: REST APIs</title>
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
  })};\nSwaggerUIBundle({ ...viewer, presets: [SwaggerUIBundle.presets.apis, SwaggerUIStandalonePreset], plugins: [graphqlOperation] });\n`;

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

/** Registers the OpenAPI documents, which are public, and their viewer `/docs`, which loads assets from this server only. */
export function documentationRoutes(
  http: FastifyInstance,
  descriptions: readonly Description[],
  basePath: string,
): void {
  for (const { path, describe } of descriptions) {
    const description = memoizeAsync(async () => createStaticContent(JSON.stringify(describe())));
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
  const content = memoizeAsync(async () => createStaticContent(page(await addresses())));
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
