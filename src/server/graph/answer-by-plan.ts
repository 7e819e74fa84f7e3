import type { ApolloServerPlugin } from '@apollo/server';
import type { Planner } from '../../api/planning/planner.ts';
import type { RequestContext } from '../../api/context.ts';

/** Where an answer's data carries its text, ready to be sent. */
const asText = Symbol('data as JSON text');

/** Answers queries by plans where they express them: the database's text becomes the answer's without being read. */
export const answerByPlan = (planner: Planner): ApolloServerPlugin<RequestContext> => ({
  requestDidStart: async () => ({
    responseForOperation: async ({ document, operation, request, contextValue, response }) => {
      const text = await planner.answer(contextValue, { document, operation, variables: request.variables ?? {} });
      if (text === undefined) return null;
      return { http: response.http, body: { kind: 'single', singleResult: { data: { [asText]: text } } } };
    },
  }),
});

/** Writes an answer: data that is text already as it is. */
export function stringifyAnswer(answer: { readonly data?: object | null }): string {
  const text: unknown = answer.data && Reflect.get(answer.data, asText);
  return typeof text === 'string' ? `{"data":${text}}\n` : `${JSON.stringify(answer)}\n`;
}
