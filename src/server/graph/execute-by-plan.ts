import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import { writeJson } from '../../kernel/json-text.ts';
import type { Planner } from '../../api/planning/planner.ts';
import type { RequestContext } from '../../api/context.ts';

/** Formats an error for clients. */
export type FormatError = (error: unknown) => GraphQLFormattedError;

/** Executes queries by plans where possible: the JSON text of the database becomes the response without being parsed. */
export const executeByPlan = (planner: Planner, present: FormatError): ApolloServerPlugin<RequestContext> => ({
  requestDidStart: async () => ({
    responseForOperation: async ({ document, operation, request, contextValue, response: { http } }) => {
      try {
        const parts = await planner.execute(contextValue, { document, operation, variables: request.variables ?? {} });
        return parts ? { http, body: { kind: 'single', singleResult: { data: { ...parts } } } } : null;
      } catch (error) {
        return { http, body: { kind: 'single', singleResult: { data: null, errors: [present(error)] } } };
      }
    },
  }),
});

/** Writes a result as JSON, with the texts that it holds. */
export const stringifyResult = (result: object): string => `${writeJson(result)}\n`;
