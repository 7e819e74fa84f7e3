import type { ColumnExpression, Row, TypeSource } from './type-source.ts';

/**
 * A value that is read with a row but is not a field of its type. Resolvers that need data of related tables declare such a
 * value, so that one statement reads both.
 */
export interface Extra<T extends object = object, Value = unknown> {
  readonly name: string;
  /** The value; undefined where the row was read without it. */
  readonly valueIn: (row: Row<T>) => Value | undefined;
}

/** Declares an extra. It is read only for fields whose resolvers declare that they need it (`resolverNeeds`). */
export function extra<T extends object, Value>({
  source,
  name,
  value,
}: {
  readonly source: TypeSource<T>;
  readonly name: string;
  readonly value: ColumnExpression;
}): Extra<T, Value> {
  source.extras.set(name, value);
  // The declaration states the type of the expression's value.
  return Object.freeze({ name, valueIn: (row: Row<T>) => row[name] as Value | undefined });
}
