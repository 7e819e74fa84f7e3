import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import { writeJson, type WrittenJson } from '#kernel/json-text.ts';
import type { JsonParts } from '#api/reading/lazy-object.ts';
import type { OperationRequest, Planner } from '#api/planning/planner.ts';
import type { RequestContext } from '#api/context.ts';

/** Formats an error for clients. */
export type FormatError = (error: unknown) => GraphQLFormattedError;

/** The result of an operation that a plan answers. */
export interface PlannedResult {
  readonly errors?: readonly GraphQLFormattedError[];
  readonly data: JsonParts | null;
}

/** The result of an operation by its plan, or the error that ended it; undefined where resolvers are to answer. */
export type ResultByPlan = (ctx: RequestContext, query: OperationRequest) => Promise<PlannedResult | undefined>;

/** Creates the function that answers operations by their plans. A request that no plan answers is planned once, with one budget of results. */
export function createResultByPlan(planner: Planner, formatError: FormatError): ResultByPlan {
  // Apollo copies the context of a request, but not its admission.
  const leftToResolvers = new WeakSet<RequestContext['admission']>();
  return async (ctx, query) => {
    const { admission } = ctx;
    ctx.record.addOperation(query.operation);
    if (leftToResolvers.has(admission)) return undefined;
    admission.beginOperation(query.operation.operation);
    try {
      const data = await planner.execute(ctx, query);
      if (data) return { data };
      leftToResolvers.add(admission);
      return undefined;
    } catch (error) {
      return { errors: [formatError(error)], data: null };
    }
  };
}

/** Executes operations by plans where possible: the bytes of the database become the response, without being parsed or decoded. */
export const executeByPlan = (resultByPlan: ResultByPlan): ApolloServerPlugin<RequestContext> => ({
  requestDidStart: async () => ({
    responseForOperation: async ({ document, operation, request, contextValue, response: { http } }) => {
      const result = await resultByPlan(contextValue, { document, operation, variables: request.variables ?? {} });
      // Apollo keeps the object, and does not read the parts.
      return result
        ? { http, body: { kind: 'single', singleResult: { ...result, data: result.data && { ...result.data } } } }
        : null;
    },
  }),
});

/** Writes a result as JSON, with the texts that it holds. */
export const writeResult = (result: object): WrittenJson => writeJson(result, '\n');
