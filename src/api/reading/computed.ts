import type { Source } from './source.ts';

/** A field that is worked out from the columns of its row and its arguments, without asking anybody. */
export interface Computed {
  /** The fields of the row that it needs. */
  readonly needs: readonly string[];
  readonly value: (row: object, args: object) => unknown;
}

/** What a module writes down of a computed field. */
export interface ComputedDeclaration<T extends object, Args extends object, Value> {
  readonly of: Source<T>;
  readonly field: string;
  readonly needs: readonly (keyof T & string)[];
  readonly value: (row: T, args: Args) => Value;
}

/** Declares a computed field and answers how a resolver works it out; a plan works it out in the same way. */
export function computed<T extends object, Args extends object, Value>(
  { of, field, needs, value }: ComputedDeclaration<T, Args, Value>,
): (row: T, args: Args) => Value {
  // what a plan hands over are a row of this source, as far as it is needed, and the arguments of this field
  of.computed.set(field, { needs, value: (row, args) => value(row as T, args as Args) });
  return value;
}
