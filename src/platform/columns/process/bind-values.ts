import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  LIST,
  VARCHAR,
  listValue,
  type DuckDBListType,
  type DuckDBPreparedStatement,
  type DuckDBValue,
} from '@duckdb/node-api';

/** Binds the values of a statement's parameters, in order. The statement casts each to the type that it needs. */
export function bindStatementValues(statement: DuckDBPreparedStatement, values: readonly unknown[]): void {
  for (const [index, value] of values.entries()) bindValue(statement, index + 1, value);
}

function bindValue(statement: DuckDBPreparedStatement, at: number, value: unknown): void {
  if (value === null) statement.bindNull(at);
  else if (typeof value === 'string') statement.bindVarchar(at, value);
  else if (typeof value === 'boolean') statement.bindBoolean(at, value);
  else if (isWhole(value)) statement.bindBigInt(at, BigInt(value));
  else if (typeof value === 'number') statement.bindDouble(at, value);
  else if (value instanceof Uint8Array) statement.bindBlob(at, value);
  else if (Array.isArray(value)) bindList(statement, at, value);
  else throw new Error(`A statement has a parameter of the type ${typeof value}.`);
}

function bindList(statement: DuckDBPreparedStatement, at: number, items: readonly unknown[]): void {
  const bind = (type: DuckDBListType, itemOf: (item: unknown) => DuckDBValue) => {
    statement.bindList(at, listValue(items.map((item) => (item === null ? null : itemOf(item)))), type);
  };
  const values = items.filter((item) => item !== null);
  if (values.every((item) => typeof item === 'string')) bind(LIST(VARCHAR), String);
  else if (values.every((item) => typeof item === 'boolean')) bind(LIST(BOOLEAN), Boolean);
  else if (values.every(isWhole)) bind(LIST(BIGINT), (item) => BigInt(String(item)));
  else if (values.every((item) => typeof item === 'number')) bind(LIST(DOUBLE), Number);
  else throw new Error('A statement has a list of values of several types as a parameter.');
}

/** Whether a value is a whole number without rounding. A negative zero is not: it has no integer. */
const isWhole = (value: unknown): value is number | bigint =>
  typeof value === 'bigint' || (Number.isSafeInteger(value) && !Object.is(value, -0));
