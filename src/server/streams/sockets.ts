import websocket from '@fastify/websocket';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { handleProtocols, makeServer, type Server, type SubscribePayload } from 'graphql-ws';
import type { Config } from '#platform/config.ts';
import { switchingProtocols, toFailure } from '../http/observe-requests.ts';
import { type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql';
import type { RawData, WebSocket } from 'ws';
import { prices, type RequestContext, spendPoints } from '#api/context.ts';
import type { ChooseDocument } from '../graph/documents.ts';
import { withParts } from '../http/create-http.ts';
import { catalogOf } from '../create-context.ts';
import { type OpenStreams, takeUntilAborted } from './open-streams.ts';
import {
  executeSubscription,
  presentErrors,
  readSubscription,
  requestOfBody,
  type StreamRules,
} from './shared-streams.ts';
import { httpStatusByKind } from '#api/errors/describe-errors.ts';
import { type CatalogError, fail } from '#kernel/fail.ts';
import { baseUrlOf } from '../http/addresses.ts';

/** Lets the routes of a scope accept WebSockets of pages that may call the service. A message is no larger than a body. */
export async function acceptSockets(
  http: FastifyInstance,
  config: Pick<Config, 'corsOrigins' | 'publicUrl'>,
): Promise<void> {
  await http.register(websocket, {
    options: { maxPayload: http.initialConfig.bodyLimit, handleProtocols, perMessageDeflate: false },
    errorHandler: (_error, socket) => {
      socket.terminate();
    },
    // The streams close their connections.
    preClose: (done) => {
      done();
    },
  });
  http.addHook('onRequest', (request, reply, done) => {
    if (!request.ws) return done();
    requireOrigin(request, config);
    // For the log; the library writes the response.
    reply.code(switchingProtocols);
    done();
  });
}

/** How long a client may take to send `connection_init`. */
const initTimeoutMs = 10_000;

/** How long a closing server waits for a client to answer. */
const closeTimeoutMs = 2_000;

/** The parts from which the handler of WebSockets is built. */
interface SocketParts extends StreamRules {
  readonly streams: OpenStreams;
  readonly contextFor: (request: FastifyRequest) => Promise<RequestContext>;
  readonly chooseDocument: ChooseDocument;
}

/** A connection: the request as its caller authenticates it, and the function that stops counting the connection. */
interface Connection {
  readonly socket: WebSocket;
  request: FastifyRequest;
  leave: () => void;
}

/** Handles an accepted WebSocket. */
export type SocketHandler = (socket: WebSocket, request: FastifyRequest) => void;

/**
 * Creates the handler of subscriptions over WebSockets (protocol graphql-transport-ws), with the rules of event streams. A connection and
 * each of its operations count as a stream of their caller. A closing server closes its connections, so that clients connect to another one.
 */
export function socketHandler({ streams, contextFor, chooseDocument, ...rules }: SocketParts): SocketHandler {
  const keepAlive = new KeepAlive();
  const results = new WeakMap<ExecutionArgs, AsyncIterable<ExecutionResult>>();

  const server = makeServer<Record<string, unknown>, Connection>({
    connectionInitWaitTimeout: initTimeoutMs,
    async onConnect({ connectionParams, extra }) {
      extra.request = withKeyOfPayload(extra.request, connectionParams);
      const { session } = await contextFor(extra.request);
      if (extra.socket.readyState !== extra.socket.OPEN) return false;
      extra.leave();
      extra.leave = streams.enter(session);
      return true;
    },
    onSubscribe: ({ extra: { request } }, _id, payload) => start(request, payload),
    subscribe: (args) => results.get(args) ?? { errors: [new GraphQLError('The operation has ended.')] },
  });

  /** Checks an operation. Returns the arguments whose results `subscribe` returns, or the errors of the operation. */
  async function start(request: FastifyRequest, payload: SubscribePayload): Promise<ExecutionArgs | GraphQLError[]> {
    const stopping = new AbortController();
    const signal = AbortSignal.any([stopping.signal, streams.closing]);
    const renewContext = () => contextFor(request);
    const opened = catalogOf(request);
    try {
      const ctx = { ...(await renewContext()), record: opened.record, signal, renewContext };
      stopping.signal.addEventListener('abort', streams.enter(ctx.session));
      await spendPoints(ctx, prices.stream);
      const checked = readSubscription(rules, requestOfBody(chooseDocument(asPost(request, payload)).body), ctx);
      if ('schema' in checked) {
        results.set(checked, stoppable(executeSubscription(checked, ctx), stopping, signal));
        return checked;
      }
      stopping.abort();
      return presentErrors(checked, ctx);
    } catch (error) {
      stopping.abort();
      return presentErrors([error], opened);
    }
  }

  return (socket, request) => {
    const connection: Connection = { socket, request, leave: () => undefined };
    const failureOf = (error: unknown) => toFailure(error, request).failure;
    try {
      connection.leave = streams.enter(catalogOf(request).session);
    } catch (error) {
      failureOf(error);
      return socket.close(closeCodes.later, 'Too many streams are open. Try again later.');
    }
    const restart = () => {
      socket.close(closeCodes.restart, 'The server restarts.');
      // A client that does not answer must not keep the server open.
      setTimeout(() => {
        socket.terminate();
      }, closeTimeoutMs).unref();
    };
    socket.once('close', () => {
      connection.leave();
      streams.closing.removeEventListener('abort', restart);
      request.ending?.report(true);
    });
    if (streams.closing.aborted) return restart();
    streams.closing.addEventListener('abort', restart);
    keepAlive.add(socket);
    openChannel(server, socket, connection, failureOf);
  };
}

/** An operation as a POST has it. The protocol requires `query`: that of a trusted document is empty, and its identifier is an extension. */
function asPost(request: FastifyRequest, { query, extensions, ...others }: SubscribePayload): FastifyRequest {
  const documentId = extensions?.['documentId'];
  const body = documentId == null ? { ...others, query } : { ...others, documentId, query: query || undefined };
  return withParts(request, { method: 'POST', body });
}

/** The results of an operation, which the client may stop at any time. */
function stoppable(
  results: AsyncIterable<ExecutionResult>,
  stopping: AbortController,
  signal: AbortSignal,
): AsyncIterable<ExecutionResult> & { return(): Promise<void> } {
  async function* untilStopped(): AsyncGenerator<ExecutionResult> {
    try {
      yield* takeUntilAborted(results, signal);
    } finally {
      stopping.abort();
    }
  }
  return {
    [Symbol.asyncIterator]: untilStopped,
    // graphql-ws calls it when the client completes the operation or leaves.
    return: async () => {
      stopping.abort();
    },
  };
}

/** How many bytes may wait for a client, such as answers to its pings, before its connection is closed. */
const maxBufferedBytes = 2 ** 22;

/** The codes with which the server closes a connection. */
const closeCodes = Object.freeze({
  /** The server closes; the client connects to another one. */
  restart: 1012,
  /** The client tries again later. */
  later: 1013,
  badRequest: 4400,
  unauthorized: 4401,
  forbidden: 4403,
  internal: 4500,
});

/** Connects a WebSocket to graphql-ws. `failureOf` converts an error that ends the connection. */
function openChannel<Extra>(
  server: Server<Extra>,
  socket: WebSocket,
  extra: Extra,
  failureOf: (error: unknown) => CatalogError,
): void {
  const closed = server.opened(
    {
      protocol: socket.protocol,
      send: (text) => sendWithBackPressure(socket, text),
      close: (code, reason) => {
        socket.close(code, reason);
      },
      onMessage: (handle) => {
        socket.on('message', (data) => {
          if (socket.bufferedAmount > maxBufferedBytes) return socket.terminate();
          handle(textOf(data)).catch((error: unknown) => {
            closeWithFailure(socket, failureOf(error));
          });
        });
      },
    },
    extra,
  );
  socket.once('close', (code, reason) => {
    closed(code, reason.toString()).catch(failureOf);
  });
}

/** `ws` gives each message as one buffer, unless it is set to give others. */
const textOf = (data: RawData): string => (Buffer.isBuffer(data) ? data.toString() : '');

/** Resolves when the text has left the process, so that the next event of an operation waits. */
function sendWithBackPressure(socket: WebSocket, text: string): Promise<void> {
  if (socket.readyState !== socket.OPEN) return Promise.resolve();
  return new Promise((resolve) => {
    // An error means that the connection has ended, which ends the operations.
    socket.send(text, () => {
      resolve();
    });
  });
}

/** Closes a connection with the code from which the client learns whether to try again. */
function closeWithFailure(socket: WebSocket, { message, entry: { kind } }: CatalogError): void {
  const status = httpStatusByKind[kind];
  const code =
    status === 401
      ? closeCodes.unauthorized
      : status === 429 || status === 503
        ? closeCodes.later
        : status >= 500
          ? closeCodes.internal
          : closeCodes.badRequest;
  // A close frame has room for 123 bytes.
  socket.close(
    code,
    Buffer.from(message)
      .subarray(0, 120)
      .toString()
      .replace(/\uFFFD$/, ''),
  );
}

/** How often the server pings its clients. */
const pingMs = 25_000;

/** Pings the connections, so that proxies keep them open, and ends those whose client did not answer the ping before. One timer serves all. */
class KeepAlive {
  readonly #sockets = new Map<WebSocket, boolean>();
  #timer: NodeJS.Timeout | undefined;

  add(socket: WebSocket): void {
    this.#sockets.set(socket, true);
    socket.on('pong', () => this.#sockets.set(socket, true));
    socket.once('close', () => {
      this.#sockets.delete(socket);
      if (this.#sockets.size === 0) clearInterval(this.#timer);
    });
    if (this.#sockets.size === 1)
      this.#timer = setInterval(() => {
        this.#ping();
      }, pingMs).unref();
  }

  #ping(): void {
    for (const [socket, isAlive] of this.#sockets) {
      if (!isAlive) socket.terminate();
      else if (socket.readyState === socket.OPEN) {
        this.#sockets.set(socket, false);
        socket.ping();
      }
    }
  }
}

/** The payload of `connection_init`. */
type ConnectionParams = Readonly<Record<string, unknown>> | undefined;

/**
 * The request as its caller authenticates it: with the key in the payload of `connection_init`, as `apikey` or as an `Authorization` header has
 * it, else with that of the request itself. A browser cannot give a WebSocket headers. Fails UNAUTHORIZED for a key of another form.
 */
function withKeyOfPayload(request: FastifyRequest, params: ConnectionParams): FastifyRequest {
  const { apikey, authorization = params?.['Authorization'] } = params ?? {};
  const given = typeof apikey === 'string' ? `Apikey ${apikey}` : (apikey ?? authorization);
  if (given == null) return request;
  if (typeof given !== 'string') return fail('UNAUTHORIZED');
  return withParts(request, { headers: { ...request.headers, authorization: given } });
}

/**
 * Refuses web pages of other origins than those that may call the service. Browsers ask no permission for a WebSocket, so CORS protects none.
 * Fails ORIGIN_NOT_ALLOWED.
 */
function requireOrigin(request: FastifyRequest, config: Pick<Config, 'corsOrigins' | 'publicUrl'>): void {
  const { origin } = request.headers;
  const { corsOrigins } = config;
  if (origin === undefined || corsOrigins === '*' || corsOrigins.includes(origin)) return;
  if (origin !== new URL(baseUrlOf(request, config)).origin) fail('ORIGIN_NOT_ALLOWED');
}
