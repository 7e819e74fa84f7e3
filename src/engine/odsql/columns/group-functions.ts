import type { ColumnFunctions, ColumnFunctionValue } from '#platform/columns/column-functions.ts';
import { convexHull } from '../geometry/convex-hull.ts';

const numbersOf = (list: ColumnFunctionValue | undefined): number[] =>
  typeof list === 'object' && list !== null ? list.map(Number) : [];

/** Functions of groups, aggregates, facets and random orders. */
export const groupFunctions: ColumnFunctions = {
  macros: [
    // `fsum` compensates rounding, so that the order of the rows hardly shows in a sum.
    'create macro odsql.sum(number) as case when isfinite(fsum(number)) then fsum(number) + 0 end',
    "create macro odsql.bin(width, clock) as time_bucket(width, clock, timestamp '1970-01-01')",
    'create macro odsql.random(place, seed) as (hash(place, seed) >> 1)::bigint',
    // The values of a list, each once, or null alone.
    `create macro odsql.distinct_values(list) as
      case when len(list) > 1 then list_distinct(list) when len(list) = 1 then list else [null] end`,
    "create macro odsql.clock_millis(clock) as strftime(clock, '%Y-%m-%dT%H:%M:%S.%g')",
    // A local time as an end of a range, to the millisecond (`rangeEndText`).
    `create macro odsql.range_end(clock, zone) as case when zone = 'UTC' then odsql.clock_millis(clock) || 'Z' else
      odsql.clock_millis(make_timestamp(epoch_us(timezone(zone, clock)) + odsql.offset_minutes(timezone(zone, clock), zone) * 60000000::bigint))
        || odsql.zone_offset_text(odsql.offset_minutes(timezone(zone, clock), zone)) end`,
    // The number of a cell in the Mercator projection, which ends before the poles. There are so many cells for each degree of longitude.
    `create macro odsql.cell(lon, lat, cells) as floor((lon + 180) * cells)::hugeint * 17179869184
      + floor((180 - degrees(ln(tan(radians(45 + least(greatest(lat, -85.0511287798), 85.0511287798) / 2))))) * cells)::hugeint`,
    'create macro odsql.convex_hull(lons, lats) as odsql_convex_hull(lons, lats)',
    "create macro odsql.position_json(lon, lat) as '[' || odsql.number_text(lon) || ',' || odsql.number_text(lat) || ']'",
    `create macro odsql.box_shape(west, south, east, north) as '{"type":"Polygon","coordinates":[['
      || odsql.position_json(west, south) || ',' || odsql.position_json(east, south) || ',' || odsql.position_json(east, north) || ','
      || odsql.position_json(west, north) || ',' || odsql.position_json(west, south) || ']]}'`,
  ],
  scalars: [
    {
      name: 'odsql_convex_hull',
      parameterTypes: ['DOUBLE[]', 'DOUBLE[]'],
      returnType: 'VARCHAR',
      call: (lons, lats) => {
        const hull = convexHull(numbersOf(lons), numbersOf(lats));
        return hull && JSON.stringify(hull);
      },
    },
  ],
};
