import type { ColumnFunctions } from '#platform/columns/column-functions.ts';
import { groupFunctions } from './group-functions.ts';
import { listFunctions } from './list-functions.ts';
import { numberFunctions } from './number-functions.ts';
import { createShapeFunctions } from './shape-functions.ts';
import { textFunctions } from './text-functions.ts';
import { timeFunctions } from './time-functions.ts';
import { wkbFunctions } from './wkb-functions.ts';
import { wordFunctions } from './word-functions.ts';

const parts: readonly ColumnFunctions[] = [
  numberFunctions,
  timeFunctions,
  listFunctions,
  textFunctions,
  wordFunctions,
  createShapeFunctions(),
  groupFunctions,
  wkbFunctions,
];

/** The functions of compiled ODSQL (`src/engine/odsql/sql`) in the column engine. PostgreSQL has its own in the schema `odsql`. */
export const columnFunctions: ColumnFunctions = {
  macros: parts.flatMap(({ macros }) => macros),
  scalars: parts.flatMap(({ scalars }) => scalars),
};
