import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  DuckDBListValue,
  DuckDBScalarFunction,
  INTEGER,
  LIST,
  VARCHAR,
  listValue,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import type { ColumnFunction, ColumnFunctions, ColumnFunctionType, ColumnFunctionValue } from '../column-functions.ts';

/** Makes functions known to all connections of an engine. */
export async function registerFunctions(
  connection: DuckDBConnection,
  { scalars, macros }: ColumnFunctions,
): Promise<void> {
  for (const scalar of scalars) connection.registerScalarFunction(scalarFunction(scalar));
  await connection.run('create schema odsql');
  for (const macro of macros) await connection.run(macro);
}

function scalarFunction({ name, parameterTypes, returnType, acceptsNull = false, call }: ColumnFunction) {
  return DuckDBScalarFunction.create({
    name,
    parameterTypes: parameterTypes.map((type) => types[type]),
    returnType: types[returnType],
    specialHandling: acceptsNull,
    mainFunction(info, input, output) {
      try {
        const columns = parameterTypes.map((_type, column) => input.getColumnVector(column));
        for (let row = 0; row < input.rowCount; row++) {
          const values = columns.map((column) => argumentOf(column.getItem(row)));
          output.setItem(row, !acceptsNull && values.includes(null) ? null : resultOf(call(...values)));
        }
        output.flush();
      } catch (error) {
        info.setError(`${name}: ${error instanceof Error ? error.message : String(error)}`);
      }
    },
  });
}

const types: Readonly<Record<ColumnFunctionType, DuckDBType>> = {
  BOOLEAN,
  INTEGER,
  BIGINT,
  DOUBLE,
  VARCHAR,
  'BOOLEAN[]': LIST(BOOLEAN),
  'INTEGER[]': LIST(INTEGER),
  'BIGINT[]': LIST(BIGINT),
  'DOUBLE[]': LIST(DOUBLE),
  'VARCHAR[]': LIST(VARCHAR),
};

const argumentOf = (value: DuckDBValue): ColumnFunctionValue =>
  value instanceof DuckDBListValue ? value.items.map(singleValue) : singleValue(value);

function singleValue(value: DuckDBValue): string | number | bigint | boolean | null {
  if (value === null || typeof value !== 'object') return value;
  throw new Error('A function received a value of another type.');
}

const resultOf = (value: ColumnFunctionValue): DuckDBValue =>
  typeof value === 'object' && value !== null ? listValue([...value]) : value;
