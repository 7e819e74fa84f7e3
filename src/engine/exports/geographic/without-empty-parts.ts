import type { Geometry } from '#engine/geo/processing/geometry.ts';

/** The geometry without parts that have no positions; undefined when nothing is left. */
export function withoutEmptyParts(geometry: Geometry): Geometry | undefined {
  if (geometry.type === 'GeometryCollection') {
    const geometries = geometry.geometries.map(withoutEmptyParts).filter((part) => part !== undefined);
    return geometries.length > 0 ? { type: 'GeometryCollection', geometries } : undefined;
  }
  return geometry.coordinates.length > 0 ? geometry : undefined;
}
