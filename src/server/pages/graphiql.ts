import type { JsonObject } from '../kernel/json.ts';

/** A tab that GraphiQL opens with. */
export interface GraphiqlTab {
  readonly query: string;
  readonly variables?: JsonObject;
  /** Request headers as GraphiQL edits them: JSON, comments allowed. */
  readonly headers?: string;
}

/** Where GraphiQL sends its queries, and what it shows first. Texts of ours: they are written into the page's script. */
export interface GraphiqlOptions {
  readonly endpoint: string;
  /** Where it opens subscriptions. */
  readonly subscriptionsEndpoint: string;
  readonly tabs: readonly GraphiqlTab[];
}

/** A comment, because a made-up key would be refused where no key at all is served. */
const headersHint = '{\n  // "Authorization": "Apikey <your key>"\n}';

/** GraphiQL as one page that loads nothing from elsewhere (9 MB, so make it once). Keys are not kept in the browser. */
export async function graphiqlPage({ endpoint, subscriptionsEndpoint, tabs }: GraphiqlOptions): Promise<string> {
  const { renderGraphiQL } = await import('@graphql-yoga/render-graphiql');
  return renderGraphiQL({
    title: 'Catalograph',
    endpoint,
    // what it does not know by this type goes on to the loader in the page, which does
    ...{ subscriptionsEndpoint },
    defaultTabs: tabs.map(({ query, variables, headers }) => ({
      query,
      headers: headers ?? headersHint,
      ...variables && { variables: JSON.stringify(variables, null, 2) },
    })),
    defaultHeaders: headersHint,
    additionalHeaders: { 'apollo-require-preflight': 'true' },
    shouldPersistHeaders: false,
  }).trim();
}

/** The Content-Security-Policy of the page: its own inline parts and workers, and queries to this server alone. */
export const graphiqlPolicy = [
  "default-src 'none'",
  "script-src 'unsafe-inline' blob:",
  'worker-src blob:',
  "style-src 'unsafe-inline'",
  "img-src 'self' data:",
  'font-src data:',
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
