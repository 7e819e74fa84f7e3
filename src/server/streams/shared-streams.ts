import { randomUUID } from 'node:crypto';
import type { ServerResponse } from 'node:http';
import { PassThrough } from 'node:stream';
import {
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  getVariableValues,
  GraphQLError,
  type GraphQLSchema,
  subscribe,
} from 'graphql';
import type { Session } from '#api/session.ts';
import { fail } from '#kernel/fail.ts';
import { type OpenStreams, streamOwner, takeUntilAborted, withBackPressure } from './open-streams.ts';
import type { RequestContext } from '#api/context.ts';
import type { StreamContext } from '#api/streams.ts';
import { checkJsonSize, isJsonObject } from '#kernel/json.ts';
import { formatError } from '../graph/graph-errors.ts';
import { recordErrors } from '../graph/reports.ts';
import { reportUnexpected } from '../http/observe-requests.ts';
import {
  type CheckOperationLimits,
  parseDocument,
  type ValidateDocument,
  withErrorCode,
} from '../graph/validate-operation.ts';
import { limits } from '../graph/limit-rules.ts';

/** How long a reservation waits for its stream. */
const reservationMs = 30_000;
/** How often a stream without events sends a heartbeat. */
const heartbeatMs = 12_000;

/** A stream that carries the events of several operations. */
interface SharedStream {
  readonly owner: string;
  /** The controller that aborts each operation, by the client's identifier. */
  readonly operations: Map<string, AbortController>;
  /** The timer that ends an unused reservation. */
  readonly expiry: NodeJS.Timeout;
  /** Stops counting the reservation as a stream. */
  readonly leave: () => void;
  /** The response of the stream; undefined until the client opens the stream. */
  opened?: { readonly out: PassThrough; readonly response: ServerResponse; readonly signal: AbortSignal };
}

/** The events of an operation, until the signal aborts. */
type Events = (signal: AbortSignal) => AsyncIterable<ExecutionResult>;

/**
 * The single connection mode of GraphQL over SSE: a client reserves a stream, opens it, and receives the events of many operations on
 * this stream, so that a browser tab needs one connection. Reservations, streams and operations count as streams of their caller.
 */
export class SharedStreams {
  readonly #streams = new Map<string, SharedStream>();
  readonly #open: OpenStreams;

  constructor(open: OpenStreams) {
    this.#open = open;
  }

  /**
   * Reserves a stream and returns its token. Fails TOO_MANY_STREAMS when the caller has the maximum of open streams, and
   * OVERLOADED when the server has the maximum.
   */
  reserve(session: Session): string {
    const token = randomUUID();
    const leave = this.#open.enter(session);
    const expiry = setTimeout(() => {
      this.#streams.delete(token);
      leave();
    }, reservationMs).unref();
    this.#streams.set(token, { owner: streamOwner(session), operations: new Map(), expiry, leave });
    return token;
  }

  /** Opens a reserved stream on a response. Fails NOT_FOUND for another caller's stream, BAD_REQUEST for a stream that is already open. */
  open(token: string, session: Session, response: ServerResponse): PassThrough {
    const stream = this.#find(token, session);
    if (stream.opened) fail('BAD_REQUEST', { reason: 'This stream is already open. Reserve another one.' });
    clearTimeout(stream.expiry);
    // From here on, `admit` counts the response instead of the reservation.
    stream.leave();
    const signal = this.#open.admit(session, response);
    const out = new PassThrough();
    const heartbeat = setInterval(() => out.write(':\n\n'), heartbeatMs).unref();
    stream.opened = { out, response, signal };
    const end = (): void => {
      clearInterval(heartbeat);
      this.#streams.delete(token);
      out.end();
    };
    out.write(':\n\n');
    if (signal.aborted) end();
    else signal.addEventListener('abort', end);
    return out;
  }

  /** Starts an operation on an open stream. Fails as `open` does, and BAD_REQUEST for an identifier in use. */
  start(token: string, session: Session, id: string, events: Events): void {
    const { opened, operations } = this.#find(token, session);
    if (!opened) fail('BAD_REQUEST', { reason: 'Open the stream before sending operations to it.' });
    if (operations.has(id))
      fail('BAD_REQUEST', {
        reason: 'An operation with this operationId is already running. Choose another identifier.',
      });
    const leave = this.#open.enter(session);
    const operation = new AbortController();
    operations.set(id, operation);
    const signal = AbortSignal.any([opened.signal, operation.signal]);
    void sendEvents(events, id, { ...opened, signal }).finally(() => {
      operations.delete(id);
      leave();
      if (!opened.signal.aborted) opened.out.write(formatEvent('complete', { id }));
    });
  }

  /** Ends an operation, if it runs. Fails as `open` does. */
  stop(token: string, session: Session, id: string): void {
    this.#find(token, session).operations.get(id)?.abort();
  }

  /** The stream of a token. Fails NOT_FOUND for an unknown token and for another caller's stream. */
  #find(token: string, session: Session): SharedStream {
    const stream = this.#streams.get(token);
    return stream?.owner === streamOwner(session) ? stream : fail('NOT_FOUND');
  }
}

async function sendEvents(
  events: Events,
  id: string,
  { out, response, signal }: NonNullable<SharedStream['opened']>,
): Promise<void> {
  for await (const payload of withBackPressure(takeUntilAborted(events(signal), signal), response, signal))
    out.write(formatEvent('next', { id, payload }));
}

/** Formats a server-sent event. */
const formatEvent = (name: 'next' | 'complete', data: object): string =>
  `event: ${name}\ndata: ${JSON.stringify(data)}\n\n`;

/** Yields the results of a subscription, one for each event. An error of the request or of a later event is the last result. */
export async function* subscriptionResults(
  rules: StreamRules,
  request: SubscriptionRequest,
  ctx: StreamContext,
): AsyncGenerator<ExecutionResult> {
  try {
    const checked = readSubscription(rules, request, ctx);
    if ('schema' in checked) yield* executeSubscription(checked, ctx);
    else yield { errors: presentErrors(checked, ctx) };
  } catch (error) {
    yield { errors: presentErrors([error], ctx) };
  }
}

/** Yields the results of a checked subscription. An error of an event is the last result. */
export async function* executeSubscription(args: ExecutionArgs, ctx: StreamContext): AsyncGenerator<ExecutionResult> {
  try {
    const results = await subscribe(args);
    if (Symbol.asyncIterator in results) for await (const result of results) yield presentResult(result, ctx);
    else yield presentResult(results, ctx);
  } catch (error) {
    yield { errors: presentErrors([error], ctx) };
  }
}

/** Formats errors as Apollo's responses format theirs, and notes their codes. */
export function presentErrors(errors: readonly unknown[], ctx: RequestContext): GraphQLError[] {
  const presented = errors.map((error) => presentError(asGraphqlError(error), ctx));
  recordErrors(ctx, presented);
  return presented;
}

/** Formats the result of an event. Fails ANSWER_TOO_LARGE. */
function presentResult({ errors, ...result }: ExecutionResult, ctx: StreamContext): ExecutionResult {
  checkJsonSize(result.data);
  return { ...(errors && { errors: presentErrors(errors, ctx) }), ...result };
}

const asGraphqlError = (error: unknown): GraphQLError => {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
};

function presentError(error: GraphQLError, { app: { log } }: RequestContext): GraphQLError {
  const { message, extensions } = formatError(error.toJSON(), error, (cause) => reportUnexpected(log, cause));
  const { nodes, source, positions, path } = error;
  return new GraphQLError(message, { nodes: nodes ?? null, source, positions, path, extensions });
}

/** A subscription request as received. */
interface SubscriptionRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly operationName?: string | null | undefined;
}

/** How subscription requests are validated. */
export interface StreamRules {
  readonly schema: GraphQLSchema;
  readonly validateDocument: ValidateDocument;
  readonly checkOperationLimits: CheckOperationLimits;
}

/** Validates a subscription request by the same rules as requests to Apollo. Returns the arguments of its execution, or its errors. */
export function readSubscription(
  { schema, validateDocument, checkOperationLimits }: StreamRules,
  request: SubscriptionRequest,
  ctx: StreamContext,
): ExecutionArgs | readonly GraphQLError[] {
  const document = parseDocument(request.query);
  if (document instanceof GraphQLError) return [document];
  const invalid = validateDocument(document);
  if (invalid.length > 0) return invalid;
  const { operationName, variables: given } = request;
  const variables = given ?? {};
  const operation = getOperationAST(document, operationName);
  if (!operation)
    return [
      withErrorCode(
        new GraphQLError('Give the name of one operation of the document in operationName.'),
        'OPERATION_RESOLUTION_FAILURE',
      ),
    ];
  ctx.record.addOperation(operation);
  checkOperationLimits({ document, operation, variables, session: ctx.session, isStream: true });
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables, {
    maxErrors: limits.errors,
  });
  return (
    errors?.map((error) => withErrorCode(error, 'BAD_USER_INPUT')) ?? {
      schema,
      document,
      operationName,
      variableValues: variables,
      contextValue: ctx,
    }
  );
}

/** The GraphQL request in a body. Fails BAD_REQUEST for any other body. */
export function requestOfBody(body: unknown): SubscriptionRequest {
  if (!isJsonObject(body) || typeof body['query'] !== 'string')
    return fail('BAD_REQUEST', {
      reason: 'Send a GraphQL request: JSON with query and, if needed, variables and operationName.',
    });
  const { query, variables, operationName } = body;
  return {
    query,
    variables: isJsonObject(variables) ? variables : null,
    operationName: typeof operationName === 'string' ? operationName : null,
  };
}
