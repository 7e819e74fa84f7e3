import { GraphQLError, subscribe, type ExecutionResult } from 'graphql';
import type { StreamContext } from '../../api/stream-context.ts';
import { presentError } from '../graph/present-error.ts';
import { reportUnexpected } from '../report-unexpected.ts';
import { readSubscription, type StreamRules, type SubscriptionRequest } from './read-subscription.ts';

/** The results of a subscription, one for each event. An error of the request or of a later event is the last one. */
export async function* answerSubscription(
  rules: StreamRules,
  request: SubscriptionRequest,
  ctx: StreamContext,
): AsyncGenerator<ExecutionResult> {
  try {
    const read = readSubscription(rules, request, ctx);
    const results = 'schema' in read ? await subscribe(read) : { errors: read };
    if (Symbol.asyncIterator in results) for await (const result of results) yield presented(result, ctx);
    else yield presented(results, ctx);
  } catch (error) {
    yield presented({ errors: [asGraphqlError(error)] }, ctx);
  }
}

const asGraphqlError = (error: unknown): GraphQLError => {
  if (error instanceof GraphQLError) return error;
  const originalError = error instanceof Error ? error : new Error(String(error));
  return new GraphQLError(originalError.message, { originalError });
};

/** A result whose errors are formatted as those of Apollo. */
const presented = ({ errors, ...result }: ExecutionResult, ctx: StreamContext): ExecutionResult => ({
  ...(errors && { errors: errors.map((error) => presentedError(error, ctx)) }),
  ...result,
});

function presentedError(error: GraphQLError, { app: { log } }: StreamContext): GraphQLError {
  const { message, extensions } = presentError(error.toJSON(), error, (cause) => reportUnexpected(log, cause));
  const { nodes, source, positions, path } = error;
  return new GraphQLError(message, { nodes: nodes ?? null, source, positions, path, extensions });
}
