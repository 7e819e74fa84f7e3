import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import { toJsonText } from '../../api/json-parts.ts';
import type { Planner } from '../../api/planning/planner.ts';
import type { RequestContext } from '../../api/context.ts';

/** The property of a result's data that holds its JSON text. */
const jsonText = Symbol('data as JSON text');

/** Formats an error for clients. */
export type FormatError = (error: unknown) => GraphQLFormattedError;

/** Executes queries by plans where possible: the JSON text of the database becomes the response without being parsed. */
export const executeByPlan = (planner: Planner, present: FormatError): ApolloServerPlugin<RequestContext> => ({
  requestDidStart: async () => ({
    responseForOperation: async ({ document, operation, request, contextValue, response: { http } }) => {
      try {
        const parts = await planner.execute(contextValue, { document, operation, variables: request.variables ?? {} });
        return parts
          ? { http, body: { kind: 'single', singleResult: { data: { [jsonText]: toJsonText(parts) } } } }
          : null;
      } catch (error) {
        return { http, body: { kind: 'single', singleResult: { data: null, errors: [present(error)] } } };
      }
    },
  }),
});

/** Serializes a result. Copies data that is already JSON text. */
export function stringifyResult(result: { readonly data?: object | null }): string {
  const text: unknown = result.data && Reflect.get(result.data, jsonText);
  return typeof text === 'string' ? `{"data":${text}}\n` : `${JSON.stringify(result)}\n`;
}
