import {
  getOperationAST, getVariableValues, GraphQLError, parse, specifiedRules, validate, type ExecutionArgs, type GraphQLSchema,
} from 'graphql';
import type { StreamContext } from '../../api/stream-context.ts';
import { documentRules } from '../graph/document-rules.ts';
import { guardOperation } from '../graph/guard-operation.ts';

/** A request for a stream, as it came. */
export interface SubscriptionRequest {
  readonly query: string;
  readonly variables?: Readonly<Record<string, unknown>> | null | undefined;
  readonly operationName?: string | null | undefined;
}

/** What every request is held against. */
export interface StreamRules {
  readonly schema: GraphQLSchema;
  /** Whether callers without a key may read the schema. */
  readonly introspectionForAll: boolean;
}

/** Checks a request as Apollo does at the other door, by the same rules; answers what is to be executed, or all that is wrong. */
export function readSubscription({ schema, introspectionForAll }: StreamRules, request: SubscriptionRequest, ctx: StreamContext): ExecutionArgs | readonly GraphQLError[] {
  const document = parsed(request.query);
  if (document instanceof GraphQLError) return [document];
  const invalid = validate(schema, document, [...specifiedRules, ...documentRules.validationRules]);
  if (invalid.length > 0) return invalid.map((error) => withCode(error, 'GRAPHQL_VALIDATION_FAILED'));
  const { operationName, variables: given } = request;
  const variables = given ?? {};
  const operation = getOperationAST(document, operationName);
  if (!operation) return [withCode(new GraphQLError('Name one operation of the document in operationName.'), 'OPERATION_RESOLUTION_FAILURE')];
  guardOperation({ schema, document, operation, variables, session: ctx.session, introspectionForAll, isStream: true });
  const { errors } = getVariableValues(schema, operation.variableDefinitions ?? [], variables);
  return errors?.map((error) => withCode(error, 'BAD_USER_INPUT')) ?? { schema, document, operationName, variableValues: variables, contextValue: ctx };
}

function parsed(query: string) {
  try {
    return parse(query, documentRules.parseOptions);
  } catch (error) {
    if (error instanceof GraphQLError) return withCode(error, 'GRAPHQL_PARSE_FAILED');
    throw error;
  }
}

/** An error with the code that Apollo gives to its kind, unless it has one. */
const withCode = ({ message, nodes, source, positions, originalError, extensions }: GraphQLError, code: string): GraphQLError =>
  new GraphQLError(message, { nodes: nodes ?? null, source, positions, originalError, extensions: { code, ...extensions } });
