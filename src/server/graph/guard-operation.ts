import {
  type DocumentNode,
  GraphQLError,
  type GraphQLFormattedError,
  type GraphQLSchema,
  type OperationDefinitionNode,
  OperationTypeNode,
} from 'graphql';
import { assertStorable } from '#api/assert-storable.ts';
import { CatalogError } from '#kernel/fail.ts';
import { requireWritable, type Session } from '#api/session.ts';
import { asksForIntrospection } from '../limits/asks-for-introspection.ts';
import { createOperationCost } from '../cost/operation-cost.ts';
import { limits } from '../limits/limits.ts';
import { queryTooComplexError } from '../limits/query-too-complex.ts';
import type { ApolloServerPlugin } from '@apollo/server';
import type { RequestContext } from '#api/context.ts';
import type { KnownDocuments } from './known-documents.ts';
import { chargeOperationInApollo } from '../cost/charge-operation.ts';
import { documentValidation } from './validate-document.ts';

/** A request and its chosen operation. */
export interface ChosenOperation {
  readonly document: DocumentNode;
  readonly operation: OperationDefinitionNode | undefined;
  readonly variables: Readonly<Record<string, unknown>>;
  readonly session: Session;
  /** Whether the response is an event stream. */
  readonly isStream: boolean;
}

/** Refuses an operation, or returns what it costs, in points. */
export type GuardOperation = (chosen: ChosenOperation) => number;

/**
 * Creates the checks that depend on the caller or the variables. They cannot be validation rules, because validation results are cached
 * by document. `introspectionForAll` tells whether callers without a key may read the schema.
 */
export function createOperationGuard(schema: GraphQLSchema, introspectionForAll: boolean): GuardOperation {
  const costOf = createOperationCost(schema);
  return ({ document, operation, variables, session, isStream }) => {
    if (!operation)
      throw requestError(
        'OPERATION_RESOLUTION_FAILURE',
        'Give the name of one operation of the document in operationName.',
      );
    if ((operation.operation === OperationTypeNode.SUBSCRIPTION) !== isStream) {
      throw requestError(
        'GRAPHQL_VALIDATION_FAILED',
        isStream
          ? 'Only subscriptions are answered as a stream of events; send the others by POST to /graphql, and accept JSON.'
          : 'Subscriptions are answered as a stream of events: accept text/event-stream, or send them to /graphql/stream.',
      );
    }
    withStatus400(() => assertStorable(variables));
    if (operation.operation === OperationTypeNode.MUTATION)
      withStatus400(() => {
        requireWritable(session);
      });
    const cost = costOf(document, operation, variables);
    if (cost > limits.cost) throw queryTooComplexError('cost', cost, limits.cost, [operation]);
    if (!introspectionForAll && session.username === undefined && asksForIntrospection(document)) {
      throw requestError(
        'GRAPHQL_VALIDATION_FAILED',
        'Introspection needs an API key on this server. Send one, or read schema/schema.graphql in the source code.',
      );
    }
    return cost;
  };
}

/** An error of a request that is not executed, with one of Apollo's codes. */
const requestError = (code: string, message: string): GraphQLError =>
  new GraphQLError(message, { extensions: { code, http: { status: 400 } } });

/** Runs a check and gives its error the status 400, because nothing is executed. */
function withStatus400(check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof CatalogError)) throw error;
    throw new GraphQLError(error.message, {
      originalError: error,
      extensions: { code: error.code, http: { status: 400 } },
    });
  }
}

/** The settings of `guardOperations`. */
interface OperationGuard {
  readonly schema: GraphQLSchema;
  readonly guardOperation: GuardOperation;
  /** Receives the documents that are valid. */
  readonly documents: KnownDocuments;
  /** Formats an error for clients. */
  readonly present: (error: GraphQLError) => GraphQLFormattedError;
}

/**
 * Creates the plugin that refuses documents and operations before execution. It replaces Apollo's own validation, which cannot check
 * limits before the rules of GraphQL.
 */
export function guardOperations({
  schema,
  guardOperation,
  documents,
  present,
}: OperationGuard): ApolloServerPlugin<RequestContext> {
  const validateDocument = documentValidation(schema);
  return {
    requestDidStart: async () => {
      let invalid: readonly GraphQLError[] = [];
      return {
        didResolveOperation: async ({ document, source, operation, request, contextValue }) => {
          invalid = validateDocument(document);
          if (invalid.length > 0) return;
          documents.set(source, document);
          const cost = guardOperation({
            document,
            operation,
            variables: request.variables ?? {},
            session: contextValue.session,
            isStream: false,
          });
          await chargeOperationInApollo(contextValue, cost);
        },
        responseForOperation: async ({ response: { http } }) => {
          if (invalid.length === 0) return null;
          http.status = 400;
          return { http, body: { kind: 'single', singleResult: { errors: invalid.map(present) } } };
        },
      };
    },
  };
}
