import { type Box, boxOf } from '../geo/representative-point.ts';
import { parseGeometry } from '../geo/parse-geometry.ts';
import type { ColumnFunction, ColumnFunctions, ColumnFunctionValue } from '#platform/columns/column-functions.ts';
import { intersects, liesWithin, type Part, partsOfGeometry, shapeDistance } from './geometry.ts';

/** The bounding box of a geometry in GeoJSON; null without a position. */
export function boxOfGeometry(geojson: unknown): Box | null {
  const box = boxOf(partsOf(geojson).flatMap(({ lines }) => lines.flat()));
  return box[0] <= box[2] ? box : null;
}

function partsOf(geojson: unknown): Part[] {
  const geometry = parseGeometry(geojson);
  return geometry ? partsOfGeometry(geometry) : [];
}

/** The parts of the geometry that a statement repeats for each row. Statements take turns, so a few are kept. */
class RepeatedParts {
  readonly #parts = new Map<string, Part[]>();
  static readonly #maxKept = 8;

  of(geojson: string): Part[] {
    const known = this.#parts.get(geojson);
    if (known) return known;
    const [oldest] = this.#parts.keys();
    if (oldest !== undefined && this.#parts.size >= RepeatedParts.#maxKept) this.#parts.delete(oldest);
    const parts = partsOf(geojson);
    this.#parts.set(geojson, parts);
    return parts;
  }
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

/** A function that tests the geometry of a row against one that a statement repeats for each row. */
function testOfShapes(name: string, test: (shape: Part[], area: Part[]) => boolean): ColumnFunction {
  const repeated = new RepeatedParts();
  return {
    name,
    parameterTypes: ['VARCHAR', 'VARCHAR'],
    returnType: 'BOOLEAN',
    call: (shape, area) => test(partsOf(shape), repeated.of(String(area))),
  };
}

function coversFunction(): ColumnFunction {
  const repeated = new RepeatedParts();
  return {
    name: 'odsql_covers',
    parameterTypes: ['VARCHAR', 'DOUBLE', 'DOUBLE'],
    returnType: 'BOOLEAN',
    call: (area, lon, lat) =>
      intersects(partsOfGeometry({ type: 'Point', coordinates: numbersOf(lon, lat) }), repeated.of(String(area))),
  };
}

const numbersOf = (...values: readonly (ColumnFunctionValue | undefined)[]): number[] => values.filter(isNumber);

/** Functions of points and shapes (GeoJSON texts). Statements call those in JavaScript only where boxes overlap. */
export const createShapeFunctions = (): ColumnFunctions => ({
  macros: [
    `create macro odsql.point_json(lon, lat) as '{"lon":' || to_json(lon)::text || ',"lat":' || to_json(lat)::text || '}'`,
    // The distance in metres, on a sphere with the mean radius of the earth (`distanceBetween`).
    `create macro odsql.distance(lon_a, lat_a, lon_b, lat_b) as case when lon_a is not null then 12742017.5428 * asin(sqrt(least(1,
      pow(sin(radians(lat_b - lat_a) / 2), 2) + cos(radians(lat_a)) * cos(radians(lat_b)) * pow(sin(radians(lon_b - lon_a) / 2), 2)))) end`,
    'create macro odsql.covers(area, lon, lat) as odsql_covers(area, lon, lat)',
    'create macro odsql.intersects(shape, area) as odsql_intersects(shape, area)',
    'create macro odsql.lies_within(shape, area) as odsql_lies_within(shape, area)',
    'create macro odsql.is_beside(shape, west, east) as odsql_is_beside(shape, west, east)',
    'create macro odsql.shape_distance(shape, lon, lat) as odsql_shape_distance(shape, lon, lat)',
  ],
  scalars: [
    coversFunction(),
    testOfShapes('odsql_intersects', intersects),
    testOfShapes('odsql_lies_within', liesWithin),
    {
      // Whether each part of a shape lies between two longitudes of which the first is beyond the antimeridian.
      name: 'odsql_is_beside',
      parameterTypes: ['VARCHAR', 'DOUBLE', 'DOUBLE'],
      returnType: 'BOOLEAN',
      call: (shape, west, east) => partsOf(shape).every(({ box }) => box[0] >= Number(west) || box[2] <= Number(east)),
    },
    {
      name: 'odsql_shape_distance',
      parameterTypes: ['VARCHAR', 'DOUBLE', 'DOUBLE'],
      returnType: 'DOUBLE',
      call: (shape, lon, lat) => {
        const geometry = parseGeometry(shape);
        return geometry ? shapeDistance(geometry, [Number(lon), Number(lat)]) : null;
      },
    },
  ],
});
