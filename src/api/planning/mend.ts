import { isJsonObject } from '../../kernel/json.ts';
import type { ArgumentValues } from './compilation.ts';

/**
 * Completes a value of an answer with what no statement works out, by the variables of the run. Undefined where nothing
 * is to be done: then the text of the answer is passed on as it came.
 */
export type Mend = ((value: unknown, variables: ArgumentValues) => unknown) | undefined;

/** Mends the fields of an object, in their places. */
export function mendFields(mends: readonly (readonly [key: string, mend: Mend])[]): Mend {
  const todo = mends.flatMap(([key, mend]) => (mend ? [[key, mend] as const] : []));
  return todo.length === 0 ? undefined : (object, variables) => {
    if (isJsonObject(object)) for (const [key, mend] of todo) Reflect.set(object, key, mend(object[key], variables));
    return object;
  };
}

/** Mends each item of a list. */
export const mendItems = (mend: Mend): Mend =>
  mend && ((list, variables) => (Array.isArray(list) ? list.map((item) => mend(item, variables)) : list));
