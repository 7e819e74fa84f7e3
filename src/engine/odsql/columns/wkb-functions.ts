import { tryParseJson } from '#kernel/json.ts';
import type { ColumnFunctions } from '#platform/columns/column-functions.ts';
import { isGeometry } from '#engine/geo/checked-geometry.ts';
import { writeWkb } from '#engine/geo/processing/write-wkb.ts';

/** Geometries as well-known binary, for Parquet files. */
export const wkbFunctions: ColumnFunctions = {
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
