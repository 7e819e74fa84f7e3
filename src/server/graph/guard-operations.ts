import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLError, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import type { RequestContext } from '../../api/context.ts';
import { guardOperation } from './guard-operation.ts';
import { documentValidation } from './validate-document.ts';

/** The settings of `guardOperations`. */
export interface OperationGuard {
  readonly schema: GraphQLSchema;
  /** Whether callers without a key may read the schema. */
  readonly introspectionForAll: boolean;
  /** Formats an error for clients. */
  readonly present: (error: GraphQLError) => GraphQLFormattedError;
}

/**
 * Creates the plugin that refuses documents and operations before execution. It replaces Apollo's own validation, which cannot check
 * limits before the rules of GraphQL.
 */
export function guardOperations({
  schema,
  introspectionForAll,
  present,
}: OperationGuard): ApolloServerPlugin<RequestContext> {
  const validateDocument = documentValidation(schema);
  return {
    requestDidStart: async () => {
      let invalid: readonly GraphQLError[] = [];
      return {
        didResolveOperation: async ({ document, operation, request, contextValue }) => {
          invalid = validateDocument(document);
          if (invalid.length > 0) return;
          guardOperation({
            schema,
            document,
            operation,
            variables: request.variables ?? {},
            session: contextValue.session,
            introspectionForAll,
            isStream: false,
          });
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
