import { isJsonObject } from '#kernel/json.ts';
import { parseGeometry } from '#engine/geo/processing/parse-geometry.ts';
import type { Geometry } from '#engine/geo/processing/geometry.ts';
import type { Value } from '#engine/records/record.ts';
import type { Point } from '../bind/bound/bound-expression.ts';

/** The point of a geo_point_2d, longitude first; undefined for other values. */
export function pointOfValue(value: Value): Point | undefined {
  if (!isJsonObject(value)) return undefined;
  const { lat, lon } = value;
  return typeof lat === 'number' && typeof lon === 'number' ? [lon, lat] : undefined;
}

/** The geometry of a geo_point_2d or a geo_shape; undefined for other values. */
export function shapeOfValue(value: Value): Geometry | undefined {
  const point = pointOfValue(value);
  return point ? { type: 'Point', coordinates: [...point] } : parseGeometry(value);
}
