import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Graph } from '#api/graph.ts';
import { jsonType, sendFailure } from '#http/answer-head.ts';
import { fail } from '#kernel/fail.ts';
import type { Config } from '#platform/config.ts';
import { refuseOtherMethods } from '#http/requests.ts';
import type { KeyedRequests } from '#rest/route.ts';
import { readCatalogIdentity } from '#portal/index.ts';
import { clientLeaves } from './http/create-http.ts';
import { catalogOf } from './create-context.ts';
import { toFailure } from './http/observe-requests.ts';

const url = '/mcp';

/** The settings of the route. */
type McpConfig = Pick<Config, 'corsOrigins' | 'publicUrl'> & { readonly mcp: 'read-only' | 'read-write' };

/** The codes of JSON-RPC: the message cannot be parsed, and any other failure. */
const errorCodes = { parse: -32_700, invalidRequest: -32_600, server: -32_000 };

/**
 * Registers `/mcp`, the Model Context Protocol over streamable HTTP without sessions: each POST has one message, and its response is JSON.
 * Call it before the scope authenticates, because clients of the protocol may send the key as a bearer token.
 */
export function mcpRoutes(
  http: FastifyInstance,
  { mcp: access, ...config }: McpConfig,
  { graph, keyedRequests }: { readonly graph: Graph; readonly keyedRequests: KeyedRequests },
  authenticate: (scope: FastifyInstance) => void,
): void {
  const closing = new AbortController();
  http.addHook('preClose', async () => {
    closing.abort();
  });
  http.addHook('onRequest', async (request) => {
    requireKnownOrigin(request, config);
    acceptBearer(request);
  });
  authenticate(http);
  // Web pages may send text/plain without a preflight request.
  http.removeContentTypeParser('text/plain');
  http.setErrorHandler(sendError);
  refuseOtherMethods(http, url, ['POST']);
  http.post(url, async (request, reply) => {
    if (Array.isArray(request.body)) fail('BAD_REQUEST', { reason: 'Send one message per request, not a batch.' });
    const { answerMessage, changesSomething } = await import('#mcp/answer-message.ts');
    if (keyedRequests.isKeyed(request) && changesSomething(request.body)) {
      const earlier = await keyedRequests.findAnswer(request, { message: request.body });
      if (earlier) return reply.code(earlier.status).headers(earlier.headers).send(earlier.body);
    }
    const response = await answerMessage(
      { body: request.body, headers: protocolHeaders(request) },
      { graph, access, nameOf: async () => (await readCatalogIdentity(catalogOf(request))).titles[0]?.text },
      {
        ctx: catalogOf(request),
        signal: AbortSignal.any([clientLeaves(reply), closing.signal]),
        failureOf: (error) => toFailure(error, request),
      },
    );
    const text = await response.text();
    reply.code(response.status);
    return text === '' ? reply.send() : reply.type(jsonType).send(text);
  });
}

/**
 * Reads a key that is sent as a bearer token, as most clients of the protocol do, like any other key. A JWT, which has three parts, is a
 * token of a sign-in provider.
 */
function acceptBearer({ raw: { headers } }: FastifyRequest): void {
  headers.authorization &&= headers.authorization.replace(/^\s*bearer(?= )(?! +[\w-]+\.[\w-]+\.[\w-]+\s*$)/i, 'Apikey');
}

/** The headers that the protocol reads. */
const protocolHeaders = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    ['accept', 'content-type', 'mcp-protocol-version'].flatMap((name) => {
      const value = headers[name];
      return value === undefined ? [] : [[name, String(value)]];
    }),
  );

/** Sends an error before the message is handled, in the form of JSON-RPC. */
function sendError(error: unknown, request: FastifyRequest, reply: FastifyReply): void {
  const { failure, extensions } = toFailure(error, request);
  const { kind } = failure.entry;
  const isBatch = Array.isArray(request.body);
  const code = isBatch ? errorCodes.invalidRequest : kind === 'malformed' ? errorCodes.parse : errorCodes.server;
  sendFailure(reply, failure, {
    jsonrpc: '2.0',
    id: null,
    error: { code, message: failure.message, data: { code: failure.code, ...extensions } },
  });
}

/**
 * Refuses web pages of other origins than PUBLIC_URL and those that CORS_ORIGINS lists; a `*` there lists none. The protocol requires the check:
 * a page that makes its own name resolve to the address of this server (DNS rebinding) would otherwise reach it inside a private network.
 * Programs send no Origin. Fails ORIGIN_NOT_ALLOWED.
 */
function requireKnownOrigin(
  { headers: { origin } }: FastifyRequest,
  { corsOrigins, publicUrl }: Pick<Config, 'corsOrigins' | 'publicUrl'>,
): void {
  if (origin === undefined) return;
  const known = [
    ...(corsOrigins === '*' ? [] : corsOrigins),
    ...(publicUrl === undefined ? [] : [new URL(publicUrl).origin]),
  ];
  if (!known.includes(origin)) fail('ORIGIN_NOT_ALLOWED');
}
