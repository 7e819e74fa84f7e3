import type { ColumnFunctions } from '../../../platform/columns/column-functions.ts';

/** The functions of compiled ODSQL (`src/engine/odsql/sql`) in the column engine. */
export const columnFunctions: ColumnFunctions = {
  macros: [
    'create macro odsql.add(a, b) as case when isfinite(a + b) then a + b end',
    'create macro odsql.multiply(a, b) as case when isfinite(a * b) then a * b end',
    'create macro odsql.divide(a, b) as case when isfinite(a / b) then a / b end',
    `create macro odsql.point_json(lon, lat) as '{"lon":' || lon::text || ',"lat":' || lat::text || '}'`,
  ],
  scalars: [],
};
