import { isJsonObject } from '../../kernel/json.ts';
import type { Platform } from '../platform.ts';
import type { ArgumentValues } from './plan-builder.ts';

/** One run of a plan: with which variables, and what opens secrets. */
export interface FinalizeContext {
  readonly variables: ArgumentValues;
  readonly app: Pick<Platform, 'secrets'>;
}

/**
 * Completes a value of an answer with what no statement works out, by what the run knows. Undefined where nothing
 * is to be done: then the text of the answer is passed on as it came.
 */
export type Finalize = ((value: unknown, run: FinalizeContext) => unknown) | undefined;

/** Finalizes the fields of an object, in their places. */
export function finalizeFields(finalizers: readonly (readonly [key: string, finalize: Finalize])[]): Finalize {
  const todo = finalizers.flatMap(([key, finalize]) => (finalize ? [[key, finalize] as const] : []));
  return todo.length === 0
    ? undefined
    : (object, run) => {
        if (isJsonObject(object))
          for (const [key, finalize] of todo) Reflect.set(object, key, finalize(object[key], run));
        return object;
      };
}

/** Finalizes each item of a list. */
export const finalizeItems = (finalize: Finalize): Finalize =>
  finalize && ((list, run) => (Array.isArray(list) ? list.map((item) => finalize(item, run)) : list));
