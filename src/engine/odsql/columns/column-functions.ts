import type { ColumnFunctions } from '#platform/columns/column-functions.ts';
import { groupFunctions } from './group-functions.ts';
import { createShapeFunctions } from './shape-functions.ts';
import { textFunctions } from './text-functions.ts';
import { timeFunctions } from './time-functions.ts';
import { wordFunctions } from './word-functions.ts';
import { tryParseJson } from '#kernel/json.ts';
import { isGeometry } from '#engine/geo/checked-geometry.ts';
import { writeWkb } from '#engine/geo/processing/write-wkb.ts';

/** Geometries as well-known binary, for Parquet files. */
const wkbFunctions: ColumnFunctions = {
  macros: [
    // The bits of a double are big-endian; the engine's own geometry, which this reads and writes, is little-endian.
    String.raw`create macro odsql.point_wkb(lon, lat) as st_aswkb(st_geomfromwkb('\x00\x00\x00\x00\x01'::blob || lon::double::bit::blob || lat::double::bit::blob))`,
    'create macro odsql.shape_wkb(shape) as unhex(odsql_shape_wkb(shape))',
  ],
  scalars: [
    {
      // In hexadecimal digits. Null for a geometry that is invalid, as records of earlier versions may hold.
      name: 'odsql_shape_wkb',
      parameterTypes: ['VARCHAR'],
      returnType: 'VARCHAR',
      call: (shape) => {
        const geometry = tryParseJson(String(shape));
        return isGeometry(geometry) ? writeWkb(geometry).toString('hex') : null;
      },
    },
  ],
};

/** Arithmetic over doubles, and numbers as texts. */
const numberFunctions: ColumnFunctions = {
  macros: [
    // An expression of ODSQL has 200 operators at most, each of which becomes a few levels of SQL. The default is 1000.
    'set global max_expression_depth = 3000',
    // The result may be infinite or no number; statements check it.
    'create macro odsql.add(a, b) as a + b',
    'create macro odsql.multiply(a, b) as a * b',
    'create macro odsql.divide(a, b) as a / b',
    // Null for a number that is infinite or none; 0 for -0. The first repeats its argument. The second does not, because a statement that
    // nests it would double in size with each level.
    'create macro odsql.finite_plain(number) as case when isfinite(number) then number + 0 end',
    'create macro odsql.finite(number) as list_transform([number], lambda item: case when isfinite(item) then item + 0 end)[1]',
    // A whole number with at least some digits.
    "create macro odsql.digits(number, width) as format('{:0' || width || 'd}', number)",
    // JSON differs from JavaScript in three ways: it ends whole numbers with .0, keeps the sign of zero, and writes no + in exponents.
    `create macro odsql.number_text(number) as case when number = trunc(number) and abs(number) < 1e15 then number::bigint::text
      when abs(number) >= 1e21 then replace(replace(to_json(number)::text, '.0e', 'e'), 'e', 'e+')
      else regexp_replace(to_json(number)::text, '\\.0$', '') end`,
  ],
  scalars: [],
};

/** Conditions on lists of texts. They are null or false for null. */
const listFunctions: ColumnFunctions = {
  macros: [
    'create macro odsql.has(list, text) as list_contains(list, text)',
    // A text between two ends, of which null is an open end.
    `create macro odsql.has_between(list, low, includes_low, high, includes_high) as len(list_filter(list, lambda item:
      (low is null or item > low or (includes_low and item = low)) and (high is null or item < high or (includes_high and item = high)))) > 0`,
    // A text that is `true` or `false` in any combination of upper and lower case.
    `create macro odsql.has_truth(list, truth) as list_contains(list_transform(list, lambda item: lower(item)), truth)`,
  ],
  scalars: [],
};

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
