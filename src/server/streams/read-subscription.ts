import { getOperationAST, getVariableValues, GraphQLError, type ExecutionArgs, type GraphQLSchema } from 'graphql';
import type { StreamContext } from '#api/streams.ts';
import type { GuardOperation } from '../graph/guard-operation.ts';
import { parseDocument, withErrorCode, type ValidateDocument } from '../graph/validate-document.ts';
import { fail } from '#kernel/fail.ts';
import { isJsonObject } from '#kernel/json.ts';
import { limits } from '../limits/limits.ts';

/** A subscription request as received. */
export interface SubscriptionRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly operationName?: string | null | undefined;
}

/** How subscription requests are validated. */
export interface StreamRules {
  readonly schema: GraphQLSchema;
  readonly validateDocument: ValidateDocument;
  readonly guardOperation: GuardOperation;
}

/** Validates a subscription request by the same rules as requests to Apollo. Returns the arguments of its execution, or its errors. */
export function readSubscription(
  { schema, validateDocument, guardOperation }: StreamRules,
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
  guardOperation({ document, operation, variables, session: ctx.session, isStream: true });
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
