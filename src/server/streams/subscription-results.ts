import { GraphQLError, subscribe, type ExecutionResult } from 'graphql';
import type { StreamContext } from '../../api/streams/stream-context.ts';
import { formatError } from '../graph/format-error.ts';
import { reportUnexpected } from '../report-unexpected.ts';
import { readSubscription, type StreamRules, type SubscriptionRequest } from './read-subscription.ts';

/** Yields the results of a subscription, one for each event. An error of the request or of a later event is the last result. */
export async function* subscriptionResults(
  rules: StreamRules,
  request: SubscriptionRequest,
  ctx: StreamContext,
): AsyncGenerator<ExecutionResult> {
  try {
    const checked = readSubscription(rules, request, ctx);
    const results = 'schema' in checked ? await subscribe(checked) : { errors: checked };
    if (Symbol.asyncIterator in results) for await (const result of results) yield formatResult(result, ctx);
    else yield formatResult(results, ctx);
  } catch (error) {
    yield formatResult({ errors: [asGraphqlError(error)] }, ctx);
  }
}

const asGraphqlError = (error: unknown): GraphQLError => {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
};

/** Formats the errors of a result as Apollo's responses format theirs. */
const formatResult = ({ errors, ...result }: ExecutionResult, ctx: StreamContext): ExecutionResult => ({
  ...(errors && { errors: errors.map((error) => toFormattedError(error, ctx)) }),
  ...result,
});

function toFormattedError(error: GraphQLError, { app: { log } }: StreamContext): GraphQLError {
  const { message, extensions } = formatError(error.toJSON(), error, (cause) => reportUnexpected(log, cause));
  const { nodes, source, positions, path } = error;
  return new GraphQLError(message, { nodes: nodes ?? null, source, positions, path, extensions });
}
