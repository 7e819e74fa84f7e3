import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { createHandler, type Response } from 'graphql-sse';
import type { RequestContext } from '../../api/context.ts';
import { callerOf } from '../../api/session.ts';
import type { StreamContext } from '../../api/stream-context.ts';
import { fail } from '../../kernel/fail.ts';
import { catalogOf } from '../create-http.ts';
import { documentValidation } from '../graph/validate-document.ts';
import { refuseGraphql } from '../refuse-graphql.ts';
import { answerSubscription } from './answer-subscription.ts';
import { OpenStreams } from './open-streams.ts';
import { pace, until } from './pace.ts';
import type { StreamRules } from './read-subscription.ts';

/** What streams need of the server around them. */
export interface StreamParts extends Omit<StreamRules, 'validateDocument'> {
  /** The context of a request as it would be made now. */
  readonly contextFor: (request: FastifyRequest) => Promise<RequestContext>;
}

/** What a stream is written to. */
interface Opened {
  readonly context: StreamContext;
  readonly reply: FastifyReply;
}

const url = '/graphql/stream';

/** What keeps proxies from holding events back. */
const headers = { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-cache, no-transform', 'x-accel-buffering': 'no' };

/** Answers a request with a stream of events. */
export type StreamHandler = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>;

/**
 * Subscriptions as server-sent events, each on a connection of its own (the distinct connections mode of GraphQL over SSE), for
 * callers with a key. A server that closes ends them without a `complete`, so that clients come back elsewhere.
 */
export function streamHandler(http: FastifyInstance, { contextFor, ...parts }: StreamParts): StreamHandler {
  const rules = { ...parts, validateDocument: documentValidation(parts.schema) };
  const streams = new OpenStreams();
  const handle = createHandler<FastifyRequest, Opened>({
    authenticate: () => null,
    onSubscribe: ({ context: { context, reply } }, request) => pace(answerSubscription(rules, request, context), reply.raw, context.signal),
  });
  http.addHook('preClose', async () => { streams.close(); });
  return async (request, reply) => {
    const caller = catalogOf(request);
    const signal = streams.admit(callerOf(caller.session), reply.raw);
    const context = { ...caller, signal, renewed: () => contextFor(request) };
    const [events] = await handle(asSse(request, { context, reply })).then(orRefuse);
    return reply.headers(headers).send(Readable.from(until(events, signal)));
  };
}

/** `/graphql/stream`: answers with events, whatever else would be accepted. */
export function streamRoutes(http: FastifyInstance, handler: StreamHandler): void {
  // a web page may send text without being asked whether it may
  http.removeContentTypeParser('text/plain');
  refuseGraphql(http, url, ['GET', 'POST']);
  http.route({ method: ['GET', 'POST'], url, exposeHeadRoute: false, handler });
}

/** Whether a request accepts events and nothing else of what an address answers. */
export const wantsEvents = ({ headers: { accept = '' } }: FastifyRequest): boolean => /\btext\/event-stream\b/i.test(accept) && !/json/i.test(accept);

/** A request as graphql-sse takes it. */
const asSse = (request: FastifyRequest, context: Opened) => ({
  method: request.method, url: request.url, raw: request, context,
  headers: { get: (name: string) => (name === 'accept' ? 'text/event-stream' : String(request.headers[name] ?? '')) },
  body: isRecord(request.body) ? request.body : null,
});

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

/** The events of an answer; a text is what graphql-sse says of a request that is none. */
function orRefuse([body]: Response) {
  if (body !== null && typeof body !== 'string') return [body] as const;
  return fail('BAD_REQUEST', { reason: 'Send a GraphQL request: JSON with query, and variables and operationName where there are some; or the same as parameters of a GET.' });
}
