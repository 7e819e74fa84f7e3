import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLError, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import type { RequestContext } from '#api/context.ts';
import type { GuardOperation } from './guard-operation.ts';
import type { KnownDocuments } from './known-documents.ts';
import { chargeOperationInApollo } from '../cost/charge-operation.ts';
import { documentValidation } from './validate-document.ts';

/** The settings of `guardOperations`. */
export interface OperationGuard {
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
