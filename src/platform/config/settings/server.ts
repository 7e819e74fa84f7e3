import { httpUrl, nameOrAddress, oneOf, origins, proxies, wholeNumber } from '../parsers.ts';
import { optional, setting } from '../setting.ts';

/** Settings of the process: where it listens, who may call it, what it runs. */
export const serverSettings = {
  PORT: setting('4000', wholeNumber(0, 65_535), 'The port to listen on; 0 picks a free one.'),
  HOST: setting(
    '0.0.0.0',
    nameOrAddress,
    'The address to listen on. The default means all addresses, as containers need it; 127.0.0.1 accepts local connections only.',
  ),
  PUBLIC_URL: optional(httpUrl, {
    about: 'The address at which clients reach the service, for the links in responses.',
    fallback: 'address of the request',
  }),
  TRUST_PROXY: setting(
    'false',
    proxies,
    'Whose X-Forwarded-* headers the service trusts: true, false, a number of hops, or addresses and ranges separated by commas.',
  ),
  CORS_ORIGINS: setting(
    '*',
    origins,
    'The web origins that may call the service, separated by commas; * allows any. Credentials are never allowed.',
  ),
  PUBLIC_MAX_AGE: setting(
    '60',
    wholeNumber(0, 3_600),
    'How many seconds caches may use what callers without a key read, after it has changed or is no longer public; 0 means that they ask each time.',
  ),
  INTROSPECTION: setting(
    'public',
    oneOf('public', 'keys'),
    'Who may introspect the graph: public means everyone, keys only callers with an API key.',
  ),
  DOCUMENTS_PATH: optional((text: string) => text, {
    about:
      'The folder of trusted documents, which clients send by their SHA-256: .graphql files, and .json files that map hashes to texts.',
    fallback: 'none',
  }),
  DOCUMENTS: setting(
    'any',
    oneOf('any', 'trusted'),
    'Whether the graph answers any document, or only trusted ones: those of DOCUMENTS_PATH and of the page at `/`. REST is unchanged.',
  ),
  SUBGRAPH: setting(
    'off',
    oneOf('off', 'on'),
    'Whether `/graphql` is a subgraph of Apollo Federation, for a router that combines it with other graphs (docs/federation.md).',
  ),
  MCP: setting(
    'read-only',
    oneOf('off', 'read-only', 'read-write'),
    'Whether agents may use the tools at `/mcp`, and whether keys that may change something can do so there (docs/agents.md).',
  ),
  PORTAL: setting(
    'on',
    oneOf('on', 'off'),
    'Whether `/` is a page for people, with search, datasets and forms; off leaves the interfaces alone.',
  ),
  WORKER: setting(
    'inline',
    oneOf('inline', 'off'),
    'Whether this process also runs jobs; with off, `npm run worker` does.',
  ),
  LOG_LEVEL: setting(
    'info',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
    'The minimum level that is logged.',
  ),
};
