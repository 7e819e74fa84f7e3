import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLError, GraphQLFormattedError, GraphQLSchema } from 'graphql';
import type { RequestContext } from '../../api/context.ts';
import { guardOperation } from './guard-operation.ts';
import { documentValidation } from './validate-document.ts';

/** What guards the operations of a schema. */
export interface OperationGuard {
  readonly schema: GraphQLSchema;
  /** Whether callers without a key may read the schema. */
  readonly introspectionForAll: boolean;
  /** An error as it is answered. */
  readonly present: (error: GraphQLError) => GraphQLFormattedError;
}

/**
 * Refuses documents and operations before anything is executed. It stands in the place of Apollo's own validation, which has no
 * step before the rules of GraphQL.
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
