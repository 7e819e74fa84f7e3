import { GraphQLError, subscribe, type ExecutionArgs, type ExecutionResult } from 'graphql';
import type { RequestContext } from '#api/context.ts';
import type { StreamContext } from '#api/streams.ts';
import { checkJsonSize } from '#kernel/json-text.ts';
import { formatError } from '../graph/graph-errors.ts';
import { recordErrors } from '../graph/measure-operation.ts';
import { reportUnexpected } from '../to-failure.ts';
import { readSubscription, type StreamRules, type SubscriptionRequest } from './read-subscription.ts';

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
  recordErrors(
    ctx,
    presented.map(({ extensions }) => extensions['code']),
  );
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
