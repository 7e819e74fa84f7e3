import type { FastifyRequest } from 'fastify';
import { GraphQLError, type ExecutionArgs, type ExecutionResult } from 'graphql';
import { makeServer, type SubscribePayload } from 'graphql-ws';
import type { WebSocket } from 'ws';
import type { RequestContext } from '#api/context.ts';
import { prices, spendPoints } from '#api/points.ts';
import type { ChooseDocument } from '#server/graph/documents.ts';
import { catalogOf } from '#server/http/create-http.ts';
import { withParts } from '#server/http/with-parts.ts';
import { toFailure } from '#server/to-failure.ts';
import { takeUntilAborted } from '../back-pressure.ts';
import type { OpenStreams } from '../open-streams.ts';
import { readSubscription, requestOfBody, type StreamRules } from '../read-subscription.ts';
import { executeSubscription, presentErrors } from '../subscription-results.ts';
import { withKeyOfPayload } from './caller-of-connection.ts';
import { closeCodes, openChannel } from './socket-channel.ts';
import { KeepAlive } from './keep-alive.ts';

/** How long a client may take to send `connection_init`. */
const initTimeoutMs = 10_000;

/** How long a closing server waits for a client to answer. */
const closeTimeoutMs = 2_000;

/** The parts from which the handler of WebSockets is built. */
export interface SocketParts extends StreamRules {
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
      request.reportEnd?.(true);
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
