import type { SecretAccess, TypeSource } from './type-source.ts';

/** Of which field, and what it needs. */
interface FieldDeclaration<T extends object> {
  readonly source: TypeSource<T>;
  readonly field: string;
  readonly needs: readonly (keyof T & string)[];
}

/** What a module writes down of a computed field. */
export interface ComputedDeclaration<T extends object, Args extends object, Value> extends FieldDeclaration<T> {
  readonly value: (row: T, args: Args) => Value;
}

/** Declares a computed field and answers how a resolver works it out; a plan works it out in the same way. */
export function computed<T extends object, Args extends object, Value>({
  source,
  field,
  needs,
  value,
}: ComputedDeclaration<T, Args, Value>): (row: T, args: Args) => Value {
  // what a plan hands over are a row of this source, as far as it is needed, and the arguments of this field
  source.computed.set(field, { needs, value: (row, args) => value(row as T, args as Args) });
  return value;
}

/** The same of a field that opens what a column keeps sealed. */
export function decrypted<T extends object, Value>({
  source,
  field,
  needs,
  value,
}: FieldDeclaration<T> & { readonly value: (row: T, keys: SecretAccess) => Value }): (
  row: T,
  keys: SecretAccess,
) => Value {
  // as above
  source.computed.set(field, { needs, value: (row, _args, keys) => value(row as T, keys) });
  return value;
}
