import { isJsonObject } from '../../kernel/json.ts';

/** An object of an answer, before it is written as text again. */
export type AnswerObject = Record<string, unknown>;

/**
 * Completes an object of an answer with what no statement works out, by the variables of the run. Undefined where nothing
 * is to be done: then the text of the answer is passed on as it came.
 */
export type Mend = ((object: AnswerObject, variables: AnswerObject) => void) | undefined;

/** All of several. */
export function mendAll(mends: readonly Mend[]): Mend {
  const todo = mends.filter((mend) => mend !== undefined);
  return todo.length === 0 ? undefined : (object, variables) => { for (const mend of todo) mend(object, variables); };
}

/** The mend of the object under a key, or of each object of a list there. */
export const mendBelow = (key: string, mend: Mend): Mend => mend && ((object, variables) => {
  const below = object[key];
  for (const each of Array.isArray(below) ? below : [below]) if (isAnswerObject(each)) mend(each, variables);
});

const isAnswerObject = (value: unknown): value is AnswerObject => isJsonObject(value);
