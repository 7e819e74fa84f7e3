/** A type of a parameter or of a result. `BIGINT` is a bigint, `INTEGER` and `DOUBLE` are numbers. */
export type ColumnFunctionType =
  | 'BOOLEAN'
  | 'INTEGER'
  | 'BIGINT'
  | 'DOUBLE'
  | 'VARCHAR'
  | 'BOOLEAN[]'
  | 'INTEGER[]'
  | 'BIGINT[]'
  | 'DOUBLE[]'
  | 'VARCHAR[]';

/** A value that is no list. */
type SingleValue = string | number | bigint | boolean | null;

/** An argument or a result. A list may have null items. */
export type ColumnFunctionValue = SingleValue | readonly SingleValue[];

/**
 * A function of the column engine in JavaScript, called for each row: about a microsecond a row, on one thread for all statements. An error
 * that it throws fails the statement.
 */
export interface ColumnFunction {
  /** The name in SQL, without a schema. Macros give it its name in the schema `odsql`. */
  readonly name: string;
  readonly parameterTypes: readonly ColumnFunctionType[];
  readonly returnType: ColumnFunctionType;
  /** Whether it is also called where an argument is null; otherwise the result is null there. */
  readonly acceptsNull?: boolean;
  readonly call: (...values: readonly ColumnFunctionValue[]) => ColumnFunctionValue;
}

/** The functions that statements use, in addition to those of the column engine itself. */
export interface ColumnFunctions {
  readonly scalars: readonly ColumnFunction[];
  /**
   * Statements that are run at the start, one each, after the schema `odsql` and the functions in JavaScript exist, such as
   * `create macro odsql.lower(value) as …`. They may also create tables in `odsql`.
   */
  readonly macros: readonly string[];
}
