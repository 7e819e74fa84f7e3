import { isJsonObject } from '../../kernel/json.ts';
import type { Platform } from '../platform.ts';
import type { ArgumentValues } from './compilation.ts';

/** One run of a plan: with which variables, and what opens secrets. */
export interface MendRun {
  readonly variables: ArgumentValues;
  readonly app: Pick<Platform, 'secrets'>;
}

/**
 * Completes a value of an answer with what no statement works out, by what the run knows. Undefined where nothing
 * is to be done: then the text of the answer is passed on as it came.
 */
export type Mend = ((value: unknown, run: MendRun) => unknown) | undefined;

/** Mends the fields of an object, in their places. */
export function mendFields(mends: readonly (readonly [key: string, mend: Mend])[]): Mend {
  const todo = mends.flatMap(([key, mend]) => (mend ? [[key, mend] as const] : []));
  return todo.length === 0
    ? undefined
    : (object, run) => {
        if (isJsonObject(object)) for (const [key, mend] of todo) Reflect.set(object, key, mend(object[key], run));
        return object;
      };
}

/** Mends each item of a list. */
export const mendItems = (mend: Mend): Mend =>
  mend && ((list, run) => (Array.isArray(list) ? list.map((item) => mend(item, run)) : list));
