import { assetRoutes, type AssetAddresses, type AssetFile } from './asset-routes.ts';
import type { FastifyInstance } from 'fastify';
import { memoizeAsync } from '../memoize-async.ts';
import { askedEachTime, createStaticContent, sendStaticContent } from './static-content.ts';
import { graphiqlTabs, type GraphiqlTab } from './graphiql-tabs.ts';

/** A hint in a comment: a placeholder key would be sent and refused, whereas a request without a key is served. */
const headersHint = '{\n  // "Authorization": "Apikey <your key>"\n}';

/** The script that starts the editor with the settings of the page, once its script is loaded. */
const start = `const { workers, options } = JSON.parse(document.querySelector('#settings').textContent);
self.MonacoEnvironment = { globalAPI: false, getWorkerUrl: (_module, label) => workers[label] };
addEventListener('DOMContentLoaded', () => YogaGraphiQL.renderYogaGraphiQL(document.querySelector('#root'), options));
`;

const editor = () => import('@graphql-yoga/render-graphiql/graphiql');

/** The assets of the page. */
const graphiqlFiles: readonly AssetFile[] = [
  { name: 'start.js', read: async () => start },
  { name: 'graphiql.js', read: async () => (await editor()).js },
  { name: 'graphiql.css', read: async () => (await editor()).css },
  { name: 'editor-worker.js', read: async () => (await editor()).editorWorkerService },
  { name: 'json-worker.js', read: async () => (await editor()).jsonWorker },
  { name: 'graphql-worker.js', read: async () => (await editor()).graphqlWorker },
];

/** The GraphiQL page, with assets from this server only. API keys are not stored in the browser. */
function graphiqlPage(endpoint: string, tabs: readonly GraphiqlTab[], addresses: AssetAddresses): string {
  const file = (name: string) => addresses.get(name) ?? '';
  const options = {
    title: 'Catalograph',
    endpoint,
    defaultTabs: tabs.map(({ query, variables, headers }) => ({
      query,
      headers: headers ?? headersHint,
      ...(variables && { variables: JSON.stringify(variables, null, 2) }),
    })),
    defaultHeaders: headersHint,
    additionalHeaders: { 'apollo-require-preflight': 'true' },
    shouldPersistHeaders: false,
  };
  const workers = {
    editorWorkerService: file('editor-worker.js'),
    json: file('json-worker.js'),
    graphql: file('graphql-worker.js'),
  };
  return `<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Catalograph</title>
<link rel="icon" href="data:,"><link rel="stylesheet" href="${file('graphiql.css')}">
<script type="application/json" id="settings">${JSON.stringify({ workers, options }).replaceAll('<', '\\u003c')}</script></head>
<body id="body" class="no-focus-outline"><noscript>This page needs JavaScript.</noscript><div id="root"></div>
<script src="${file('start.js')}"></script><script src="${file('graphiql.js')}"></script></body>
</html>
`;
}

/** The Content-Security-Policy of the page: assets and requests of this server; the editor sets inline styles. */
export const graphiqlPolicy = [
  "default-src 'none'",
  "script-src 'self'",
  "worker-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** Registers `/graphiql`: the GraphQL editor, which loads assets from this server only. */
export function graphiqlRoutes(http: FastifyInstance, basePath: string): void {
  const addresses = assetRoutes(http, { basePath, folder: '/graphiql' }, graphiqlFiles);
  const page = memoizeAsync(async () =>
    createStaticContent(graphiqlPage(`${basePath}/graphql`, graphiqlTabs, await addresses())),
  );
  http.get('/graphiql', async (request, reply) => {
    reply
      .headers({ 'cache-control': askedEachTime, 'content-security-policy': graphiqlPolicy })
      .type('text/html; charset=utf-8');
    return sendStaticContent(request, reply, await page());
  });
}
