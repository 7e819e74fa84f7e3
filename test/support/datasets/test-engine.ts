import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  DuckDBInstance,
  DuckDBListValue,
  DuckDBScalarFunction,
  INTEGER,
  LIST,
  SQLNULL,
  VARCHAR,
  type DuckDBConnection,
  type DuckDBType,
  type DuckDBValue,
} from '@duckdb/node-api';
import { columnFunctions } from '../../../src/engine/odsql/columns/column-functions.ts';
import type { ColumnFunction, ColumnFunctionValue } from '../../../src/platform/columns/column-functions.ts';

/** A column engine in the process of the test. */
export interface TestEngine {
  readonly connection: DuckDBConnection;
  readonly close: () => void;
}

/** Opens a column engine with the functions that statements call. */
export async function openEngine(): Promise<TestEngine> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' });
  const connection = await instance.connect();
  await connection.run("set TimeZone = 'UTC'");
  await connection.run('create schema odsql');
  for (const scalar of columnFunctions.scalars) connection.registerScalarFunction(functionOf(scalar));
  for (const macro of columnFunctions.macros) await connection.run(macro);
  return {
    connection,
    close: () => {
      connection.closeSync();
      instance.closeSync();
    },
  };
}

/** The parameters of a statement as the engine takes them, with their types. */
export function parametersOf(values: readonly unknown[]): [DuckDBValue[], DuckDBType[]] {
  return [values.map(parameterOf), values.map(typeOfParameter)];
}

const elementTypes = { BOOLEAN, INTEGER, BIGINT, DOUBLE, VARCHAR } as const;

function typeOf(type: ColumnFunction['returnType']): DuckDBType {
  const [, element = '', list = ''] = /^(\w+)(\[\])?$/.exec(type) ?? [];
  const found = Object.entries(elementTypes).find(([name]) => name === element)?.[1] ?? VARCHAR;
  return list === '' ? found : LIST(found);
}

function functionOf({
  name,
  parameterTypes,
  returnType,
  acceptsNull = false,
  call,
}: ColumnFunction): DuckDBScalarFunction {
  return DuckDBScalarFunction.create({
    name,
    parameterTypes: parameterTypes.map(typeOf),
    returnType: typeOf(returnType),
    specialHandling: acceptsNull,
    mainFunction: (_info, input, output) => {
      for (let row = 0; row < input.rowCount; row++) {
        const values = parameterTypes.map((_, column) => argumentOf(input.getColumnVector(column).getItem(row)));
        const result = !acceptsNull && values.includes(null) ? null : call(...values);
        output.setItem(row, parameterOf(result));
      }
      output.flush();
    },
  });
}

function argumentOf(value: DuckDBValue): ColumnFunctionValue {
  if (value instanceof DuckDBListValue) return value.items.map((item) => singleOf(item));
  return singleOf(value);
}

function singleOf(value: DuckDBValue): string | number | bigint | boolean | null {
  if (value === null || typeof value !== 'object') return value;
  throw new Error('A function in JavaScript received a value of another type.');
}

/** A parameter of a statement as the engine takes it. */
function parameterOf(value: unknown): DuckDBValue {
  if (Array.isArray(value)) return new DuckDBListValue(value.map(parameterOf));
  if (value === null || ['string', 'number', 'boolean', 'bigint'].includes(typeof value)) return value as DuckDBValue;
  throw new Error(`A statement has a parameter of the type ${typeof value}`);
}

/** The type of a parameter. A list has the type of its items, texts when it is empty. */
function typeOfParameter(value: unknown): DuckDBType {
  if (Array.isArray(value)) return LIST(value.length === 0 ? VARCHAR : typeOfParameter(value[0]));
  if (value === null) return SQLNULL;
  if (typeof value === 'string') return VARCHAR;
  if (typeof value === 'boolean') return BOOLEAN;
  return typeof value === 'bigint' ? BIGINT : DOUBLE;
}
