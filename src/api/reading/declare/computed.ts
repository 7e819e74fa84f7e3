import type { CallerAddress, SecretAccess, TypeSource, ValueInSql } from './type-source.ts';

/** A computed field, and the fields of the row that its value depends on. */
interface FieldDeclaration<T extends object> {
  readonly source: TypeSource<T>;
  readonly field: string;
  readonly needs: readonly (keyof T & string)[];
}

/** What a module declares of a computed field. */
export interface ComputedDeclaration<T extends object, Args extends object, Value> extends FieldDeclaration<T> {
  readonly value: (row: T, args: Args) => Value;
  readonly inSql?: ValueInSql;
}

/** Declares a computed field and returns its function, for the field's resolver; plans call the same function where `inSql` does not have the value. */
export function computed<T extends object, Args extends object, Value>({
  source,
  field,
  needs,
  value,
  inSql,
}: ComputedDeclaration<T, Args, Value>): (row: T, args: Args) => Value {
  // The casts are safe, because a plan passes a row of this source, with the needed fields, and the arguments of this field.
  source.computedFields.set(field, { needs, value: (row, args) => value(row as T, args as Args), inSql });
  return value;
}

/** Like `computed`, for a field that decrypts a column. `inSql` has the value of rows without a secret. */
export function decrypted<T extends object, Value>({
  source,
  field,
  needs,
  value,
  inSql,
}: FieldDeclaration<T> & {
  readonly value: (row: T, access: SecretAccess) => Value;
  readonly inSql?: ValueInSql;
}): (row: T, access: SecretAccess) => Value {
  // The cast is safe, because a plan passes a row of this source, with the needed fields.
  source.computedFields.set(field, { needs, value: (row, _args, access) => value(row as T, access), inSql });
  return value;
}

/** Like `computed`, for a field with addresses of this service. */
export function addressed<T extends object, Value>({
  source,
  field,
  needs,
  value,
}: FieldDeclaration<T> & { readonly value: (row: T, caller: CallerAddress) => Value }): (
  row: T,
  caller: CallerAddress,
) => Value {
  // The cast is safe, because a plan passes a row of this source, with the needed fields.
  source.computedFields.set(field, { needs, value: (row, _args, caller) => value(row as T, caller) });
  return value;
}
