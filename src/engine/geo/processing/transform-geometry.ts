import type { Geometry, Position } from './geometry.ts';
import { type TransformPosition, findTransformation } from './reference-system.ts';
import type { GeometryWithSrid } from './parse-wkt.ts';

/** Transforms all positions of a geometry and keeps heights; undefined when a position cannot be transformed. */
export function transformGeometry(geometry: Geometry, transform: TransformPosition): Geometry | undefined {
  try {
    return mapPositions(geometry, ([x = NaN, y = NaN, ...height]) => [
      ...(transform(x, y) ?? failOutsideDomain()),
      ...height,
    ]);
  } catch (error) {
    if (error instanceof OutsideDomain) return undefined;
    throw error;
  }
}

/** Thrown at the first position that cannot be transformed. */
class OutsideDomain extends Error {}

function failOutsideDomain(): never {
  throw new OutsideDomain();
}

/** Replaces every position of a geometry; an empty point has the position `[]`. */
export function mapPositions(geometry: Geometry, transform: (position: Position) => Position): Geometry {
  const { type } = geometry;
  switch (type) {
    case 'Point':
      return { type, coordinates: transform(geometry.coordinates) };
    case 'MultiPoint':
    case 'LineString':
      return { type, coordinates: geometry.coordinates.map(transform) };
    case 'MultiLineString':
    case 'Polygon':
      return { type, coordinates: geometry.coordinates.map((line) => line.map(transform)) };
    case 'MultiPolygon':
      return { type, coordinates: geometry.coordinates.map((area) => area.map((line) => line.map(transform))) };
    case 'GeometryCollection':
      return { type, geometries: geometry.geometries.map((part) => mapPositions(part, transform)) };
  }
}

/**
 * Transforms a geometry from its stated reference system to WGS 84; undefined when that fails. A geometry without a stated system stays as
 * it is.
 */
export function toWgs84Geometry({ geometry, srid }: GeometryWithSrid): Geometry | undefined {
  const system = srid === undefined || srid === 0 ? undefined : findTransformation(String(srid));
  if (!system) return geometry;
  return typeof system === 'function' ? transformGeometry(geometry, system) : undefined;
}
