import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHandler, type Response } from 'graphql-sse';
import { prices, type RequestContext, spendPoints } from '#api/context.ts';
import type { StreamContext } from '#api/streams.ts';
import { fail } from '#kernel/fail.ts';
import type { ChooseDocument } from '../graph/documents.ts';
import type { Config } from '#platform/config.ts';
import { catalogOf } from '../create-context.ts';
import { streamPath } from '#http/admission.ts';
import { documentValidation } from '../graph/validate-operation.ts';
import { handleGraphqlErrors } from '../graph/graph-errors.ts';
import { requestOfBody, SharedStreams, type StreamRules, subscriptionResults } from './shared-streams.ts';
import { OpenStreams, takeUntilAborted, withBackPressure } from './open-streams.ts';
import { acceptSockets, socketHandler, type SocketHandler } from './sockets.ts';
import { isJsonObject } from '#kernel/json.ts';

/** The parts from which the stream handlers are built. */
interface StreamParts extends Omit<StreamRules, 'validateDocument'> {
  /** Creates a new context of a request, with the caller's current rights. */
  readonly contextFor: (request: FastifyRequest) => Promise<RequestContext>;
  readonly chooseDocument: ChooseDocument;
}

/** The context of a stream and its response. */
interface Opened {
  readonly context: StreamContext;
  readonly reply: FastifyReply;
}

const url = streamPath;

/** Headers that keep proxies from buffering events. */
const headers = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};

/** Responds with a stream of events. */
export type StreamHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/** The handlers of subscriptions. */
interface StreamHandlers {
  /** Handles a subscription on a connection of its own. */
  readonly separate: StreamHandler;
  /** Handles subscriptions over a WebSocket. */
  readonly socket: SocketHandler;
  /** The number of open streams, and of operations on shared streams. */
  readonly openCount: () => number;
  /** The requests of the single connection mode, by method. */
  readonly shared: Readonly<Record<'PUT' | 'GET' | 'POST' | 'DELETE', StreamHandler>>;
}

/**
 * Creates the handlers of subscriptions as server-sent events, on a separate or a shared connection (both modes of GraphQL over SSE), for callers
 * with a key. A closing server ends the events without `complete`, so that clients reconnect to another server.
 */
export function streamHandlers(
  http: FastifyInstance,
  { contextFor, chooseDocument, ...parts }: StreamParts,
): StreamHandlers {
  const rules = { ...parts, validateDocument: documentValidation(parts.schema) };
  const streams = new OpenStreams();
  const shared = new SharedStreams(streams);
  const handle = createHandler<FastifyRequest, Opened>({
    authenticate: () => null,
    onSubscribe: ({ context: { context, reply } }, request) =>
      withBackPressure(subscriptionResults(rules, request, context), reply.raw, context.signal),
  });
  http.addHook('preClose', async () => {
    streams.close();
  });
  const sessionOf = (request: FastifyRequest) => catalogOf(request).session;

  const separate: StreamHandler = async (request, reply) => {
    const caller = catalogOf(request);
    await spendPoints(caller, prices.stream);
    const signal = streams.admit(caller.session, reply.raw);
    const context = { ...caller, signal, renewContext: () => contextFor(request) };
    const [events] = await handle(asSse(request, { context, reply })).then(eventsOrFail);
    return reply.headers(headers).send(Readable.from(takeUntilAborted(events, signal)));
  };

  return {
    separate,
    socket: socketHandler({ ...rules, streams, contextFor, chooseDocument }),
    openCount: () => streams.count,
    shared: {
      PUT: async (request, reply) =>
        reply
          .code(201)
          .type('text/plain; charset=utf-8')
          .send(shared.reserve(sessionOf(request))),
      GET: async (request, reply) =>
        reply.headers(headers).send(shared.open(tokenOf(request), sessionOf(request), reply.raw)),
      POST: async (request, reply) => {
        await spendPoints(catalogOf(request), prices.stream);
        const { query, variables, operationName } = requestOfBody(request.body);
        shared.start(tokenOf(request), sessionOf(request), operationIdOf(request), (signal) =>
          subscriptionResults(
            rules,
            { query, variables, operationName },
            { ...catalogOf(request), signal, renewContext: () => contextFor(request) },
          ),
        );
        return reply.code(202).send();
      },
      DELETE: async (request, reply) => {
        shared.stop(tokenOf(request), sessionOf(request), operationIdOf(request));
        return reply.code(200).send();
      },
    },
  };
}

/**
 * Registers `/graphql/stream`. Responds with events regardless of the Accept header; a request with a token uses the stream reserved with that
 * token. A request to upgrade becomes a WebSocket.
 */
export async function streamRoutes(
  http: FastifyInstance,
  config: Pick<Config, 'corsOrigins' | 'publicUrl'>,
  chooseDocument: ChooseDocument,
  { separate, shared, socket }: StreamHandlers,
): Promise<void> {
  // Web pages may send text/plain without a preflight request.
  http.removeContentTypeParser('text/plain');
  handleGraphqlErrors(http, url, ['GET', 'POST', 'PUT', 'DELETE']);
  await acceptSockets(http, config);
  const handler: StreamHandler = (request, reply) =>
    (tokenOf(request) === '' ? separate : shared[request.method === 'GET' ? 'GET' : 'POST'])(
      chooseDocument(request, reply),
      reply,
    );
  http.route({ method: 'GET', url, exposeHeadRoute: false, handler, wsHandler: socket });
  http.route({ method: 'POST', url, handler });
  for (const method of ['PUT', 'DELETE'] as const) http.route({ method, url, handler: shared[method] });
}

const tokenHeader = 'x-graphql-event-stream-token';

/** The token of a shared stream, from the header or the query; empty for a request without a token. */
const tokenOf = ({ headers: { [tokenHeader]: given }, query }: FastifyRequest): string =>
  textOf(given) || textOf(isJsonObject(query) ? query['token'] : '');

/** The client's identifier of an operation: in `extensions`, or in the query to end the operation. Fails BAD_REQUEST without an identifier. */
function operationIdOf({ body, query }: FastifyRequest): string {
  const extensions = isJsonObject(body) ? body['extensions'] : undefined;
  const parameters = isJsonObject(extensions) ? extensions : query;
  const id = textOf(isJsonObject(parameters) ? parameters['operationId'] : '');
  return id !== '' && id.length <= 200
    ? id
    : fail('BAD_REQUEST', { reason: 'Identify the operation by extensions.operationId, with 200 characters at most.' });
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

/** Whether a request accepts events and no JSON. */
export const acceptsEventStream = ({ headers: { accept = '' } }: FastifyRequest): boolean =>
  /\btext\/event-stream\b/i.test(accept) && !/json/i.test(accept);

/** Converts a request to the form that graphql-sse expects. */
const asSse = (request: FastifyRequest, context: Opened) => ({
  method: request.method,
  url: request.url,
  raw: request,
  context,
  headers: { get: (name: string) => (name === 'accept' ? 'text/event-stream' : String(request.headers[name] ?? '')) },
  body: isJsonObject(request.body) ? request.body : null,
});

/** The events of a response. A text is graphql-sse's error of a malformed request. */
function eventsOrFail([body]: Response) {
  if (body !== null && typeof body !== 'string') return [body] as const;
  return fail('BAD_REQUEST', {
    reason:
      'Send a GraphQL request: JSON with query and, if needed, variables and operationName; or the same names as parameters of a GET.',
  });
}
