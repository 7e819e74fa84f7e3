import type { ApolloServerPlugin } from '@apollo/server';
import type { GraphQLFormattedError } from 'graphql';
import { toJsonText } from '../../api/answer-parts.ts';
import type { Planner } from '../../api/planning/planner.ts';
import type { RequestContext } from '../../api/context.ts';

/** Where an answer's data carries its text, ready to be sent. */
const asText = Symbol('data as JSON text');

/** A failure as clients see it. */
export type PresentFailure = (error: unknown) => GraphQLFormattedError;

/** Answers queries by plans where they express them: the database's text becomes the answer's without being read. */
export const answerByPlan = (planner: Planner, present: PresentFailure): ApolloServerPlugin<RequestContext> => ({
  requestDidStart: async () => ({
    responseForOperation: async ({ document, operation, request, contextValue, response: { http } }) => {
      try {
        const parts = await planner.answer(contextValue, { document, operation, variables: request.variables ?? {} });
        return parts
          ? { http, body: { kind: 'single', singleResult: { data: { [asText]: toJsonText(parts) } } } }
          : null;
      } catch (error) {
        return { http, body: { kind: 'single', singleResult: { data: null, errors: [present(error)] } } };
      }
    },
  }),
});

/** Writes an answer: data that is text already as it is. */
export function stringifyAnswer(answer: { readonly data?: object | null }): string {
  const text: unknown = answer.data && Reflect.get(answer.data, asText);
  return typeof text === 'string' ? `{"data":${text}}\n` : `${JSON.stringify(answer)}\n`;
}
