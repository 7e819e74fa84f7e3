import type { Geometry } from '#engine/geo/processing/geometry.ts';
import type { ScopeField } from '#engine/odsql/scope.ts';
import type { Condition, GeometryLiteral } from '#engine/odsql/tree.ts';
import { pointOf } from '../expressions/bind-function.ts';
import { isGeo, type Binding } from '../binding.ts';
import type { BoundFilter } from '../bound/bound-filter.ts';

/** The maximum number of points in a geometry literal. */
const maxPoints = 10_000;

/** Finds a field of points or shapes. Fails ODSQL_ERROR for a field of another type. */
function geoField<F extends ScopeField>(name: string, binding: Binding<F>): F {
  const field = binding.field(name);
  return isGeo(field.type) ? field : binding.malformed(`${name} is of type ${field.type}, not a geo field`);
}

/** Binds `within_distance`. Fails ODSQL_ERROR. */
export function bindWithinDistance<F extends ScopeField>(
  name: string,
  literal: GeometryLiteral,
  distance: number,
  binding: Binding<F>,
): BoundFilter<F> {
  const field = geoField(name, binding);
  const point = pointOf(literal);
  return point
    ? { kind: 'withinDistance', field, point, distance }
    : binding.malformed("within_distance() needs a point such as geom'POINT(7.4 46.9)'");
}

/** Binds `in_bbox`. Fails ODSQL_ERROR. */
export function bindInBox<F extends ScopeField>(
  { field: name, south, west, north, east }: Condition & { kind: 'inBox' },
  binding: Binding<F>,
): BoundFilter<F> {
  return { kind: 'inBox', field: geoField(name, binding), south, west, north, east };
}

/** Binds `intersects`, `disjoint` or `within`. Fails ODSQL_ERROR. */
export function bindGeometry<F extends ScopeField>(
  name: string,
  { geometry }: GeometryLiteral,
  mode: 'intersects' | 'disjoint' | 'within',
  binding: Binding<F>,
): BoundFilter<F> {
  const field = geoField(name, binding);
  return pointCount(geometry) <= maxPoints
    ? { kind: 'geometry', field, geometry, mode }
    : binding.malformed(`A geometry has more than ${maxPoints} points`);
}

function pointCount(geometry: Geometry): number {
  if (geometry.type === 'GeometryCollection')
    return geometry.geometries.reduce((count, part) => count + pointCount(part), 0);
  switch (geometry.type) {
    case 'Point':
      return 1;
    case 'MultiPoint':
    case 'LineString':
      return geometry.coordinates.length;
    case 'MultiLineString':
    case 'Polygon':
      return geometry.coordinates.reduce((count, line) => count + line.length, 0);
    case 'MultiPolygon':
      return geometry.coordinates.flat().reduce((count, line) => count + line.length, 0);
  }
}
