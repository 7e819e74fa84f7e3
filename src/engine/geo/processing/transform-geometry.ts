import type { Geometry, Position } from './geometry.ts';
import type { ToWgs84 } from './reference-system.ts';

/** Transforms all positions of a geometry and keeps heights; undefined when a position cannot be transformed. */
export function transformGeometry(geometry: Geometry, transform: ToWgs84): Geometry | undefined {
  try {
    return transformed(geometry, ([x = NaN, y = NaN, ...height]) => [...(transform(x, y) ?? nowhere()), ...height]);
  } catch (error) {
    if (error instanceof Nowhere) return undefined;
    throw error;
  }
}

/** Thrown at the first position that cannot be transformed. */
class Nowhere extends Error {}

function nowhere(): never {
  throw new Nowhere();
}

function transformed(geometry: Geometry, at: (position: Position) => Position): Geometry {
  const { type } = geometry;
  switch (type) {
    case 'Point':
      return { type, coordinates: at(geometry.coordinates) };
    case 'MultiPoint':
    case 'LineString':
      return { type, coordinates: geometry.coordinates.map(at) };
    case 'MultiLineString':
    case 'Polygon':
      return { type, coordinates: geometry.coordinates.map((line) => line.map(at)) };
    case 'MultiPolygon':
      return { type, coordinates: geometry.coordinates.map((area) => area.map((line) => line.map(at))) };
    case 'GeometryCollection':
      return { type, geometries: geometry.geometries.map((part) => transformed(part, at)) };
  }
}
