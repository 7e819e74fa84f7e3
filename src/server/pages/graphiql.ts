import {
  askedEachTime,
  type AssetAddresses,
  type AssetFile,
  assetRoutes,
  createStaticContent,
  memoizeAsync,
  sendStaticContent,
  type StaticContent,
} from './static-content.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { JsonObject } from '#kernel/json.ts';

/** A hint in a comment: a placeholder key would be sent and refused, whereas a request without a key is served. */
const headersHint = '{\n  // "Authorization": "Apikey <your key>"\n}';

/**
 * The script that starts the editor with the settings of the page, once its script is loaded. A link may hold a query and its variables, which open
 * as texts in the first tab; it holds no headers and no endpoint, and nothing runs before the visitor presses the button.
 */
const start = `const { workers, options } = JSON.parse(document.querySelector('#settings').textContent);
const linked = new URL(location.href).searchParams;
const [query, variables] = [linked.get('query'), linked.get('variables') ?? undefined];
if (query) Object.assign(options, { variables, defaultTabs: [{ query, variables, headers: options.defaultHeaders }, ...options.defaultTabs] });
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
  const send = async (request: FastifyRequest, reply: FastifyReply, content: StaticContent) => {
    reply
      .headers({ 'cache-control': askedEachTime, 'content-security-policy': graphiqlPolicy })
      .type('text/html; charset=utf-8');
    return sendStaticContent(request, reply, content);
  };
  http.get('/graphiql', async (request, reply) => send(request, reply, await page()));
  http.get<{ Params: { dataset_id: string } }>('/graphiql/datasets/:dataset_id', async (request, reply) => {
    const endpoint = `${basePath}/graphql/datasets/${encodeURIComponent(request.params.dataset_id)}`;
    return send(request, reply, createStaticContent(graphiqlPage(endpoint, datasetTabs, await addresses())));
  });
}

/** The tabs of the editor of a typed graph. */
const datasetTabs: readonly GraphiqlTab[] = [
  {
    query: `# The records of the dataset. Its own fields are in the documentation on the left, and completed as you type.
query Records {
  records(first: 10) {
    totalCount
    nodes { recordId }
    pageInfo { hasNextPage endCursor }
  }
}
`,
  },
];

/** A tab that GraphiQL opens with. */
interface GraphiqlTab {
  readonly query: string;
  readonly variables?: JsonObject;
  /** Request headers as GraphiQL edits them: JSON, comments allowed. */
  readonly headers?: string;
}

/** The tabs that GraphiQL opens with: the graph from the catalog to records and lineage, a search, records, a dataset's configuration, the progress of a publication, and a mutation. */
export const graphiqlTabs: readonly GraphiqlTab[] = [
  {
    query: `# The graph in one query, for everyone: from the catalog to its datasets, their records, and what they are made from.
# Press the button to run it; Ctrl+Space completes names, and the documentation on the left has all of them.
query Catalog {
  # Words and facets select datasets, as in catalog(query: "trees", refine: [{ field: "theme", value: "environment" }]).
  catalog(first: 3) {
    totalCount
    facets(facets: [{ field: "theme" }, { field: "publisher" }]) { name values { value label count } }
    nodes {
      datasetId title publisher license modifiedAt
      # The fields of its records. Each dataset also has a graph of its own, in which they are types: /graphql/datasets/{datasetId}.
      schema { name label type unit }
      # A page of records. Select some by a typed filter, records(filter: { field: "name", text: { equals: "Oak" } }),
      # or by a condition in ODSQL, records(where: "height_m > 20").
      records(first: 5) { totalCount nodes { recordId values } pageInfo { hasNextPage endCursor } }
      recordFacets { name values { value count } }
      # What the dataset is made from, and what uses it, over several hops.
      madeFrom: lineage(direction: sources, limit: 20) { hops { depth relationType asset { uid title assetType } } }
      usedBy: lineage(direction: uses, limit: 20) { hops { depth relationType asset { uid title assetType } } }
    }
  }
}
`,
  },
  {
    query: `# A search page: datasets that match words, with facets, for everyone.
query Search {
  catalog(query: "data", first: 20) {
    totalCount
    edges { score highlights { path text } node { datasetId title description } }
    facets(facets: [{ field: "theme" }, { field: "keyword" }]) { name values { value label count state } }
  }
}
`,
  },
  {
    query: `# The published records of datasets, for everyone: their schema, a page, facets and an aggregate.
# A filter is typed, as in records(filter: { field: "name", text: { like: "a*" } }), or ODSQL text, as in records(where: "name like 'a*'").
query Records {
  catalog(first: 3) {
    nodes {
      datasetId title recordCount
      schema { name label type isFacet }
      records(first: 5) { totalCount nodes { recordId values } pageInfo { hasNextPage endCursor } }
      recordFacets { name values { value count } }
      aggregate(measures: [{ function: count, as: "records" }]) { groups }
      rows(odsql: { select: "count(*) as records", limit: 1 }) { results }
    }
  }
}
`,
  },
  {
    query: `# The datasets that you may configure. Enter your API key in the headers below.
query Datasets {
  datasets(first: 10) {
    totalCount
    nodes {
      uid datasetId isPublished revision updatedAt updatedBy { username }
      resources { nodes { title type displayName } }
      processors { nodes { type label params } }
      versions(first: 5) { nodes { sections createdAt createdBy { username } } }
      status { status previous changedAt message }
    }
  }
}
`,
  },
  {
    query: `# The progress of a publication. Enter your API key in the headers below and the uid of a dataset in the variables.
subscription DatasetStatus($uid: ID!) {
  datasetStatus(uid: $uid) { status previous changedAt message params }
}
`,
    variables: { uid: '' },
  },
  {
    query: `# Creates a dataset. Enter your API key in the headers below.
mutation CreateDataset {
  createDataset(input: { title: "My first dataset", keywords: ["example"] }) {
    dataset { uid datasetId title revision createdAt }
  }
}
`,
  },
];
