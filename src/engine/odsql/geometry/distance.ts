import type { Geometry } from '#engine/geo/processing/geometry.ts';
import type { Point } from '../bind/bound/bound-expression.ts';
import { covers } from './intersects.ts';
import { partsOfGeometry, segmentsOf, startOf, type Part, type Segment } from './parts.ts';

/** The mean radius of the earth, in metres. */
const radius = 6_371_008.7714;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The distance between two points on the sphere, in metres (haversine). */
export function distanceBetween([lonA, latA]: Point, [lonB, latB]: Point): number {
  const h =
    Math.sin(radians(latB - latA) / 2) ** 2 +
    Math.cos(radians(latA)) * Math.cos(radians(latB)) * Math.sin(radians(lonB - lonA) / 2) ** 2;
  return 2 * radius * Math.asin(Math.sqrt(Math.min(1, h)));
}

/**
 * The distance in metres from a point to a geometry; 0 in a polygon. The nearest position is found on a plane that touches the earth at
 * the point.
 */
export function shapeDistance(geometry: Geometry, point: Point): number {
  const distances = partsOfGeometry(geometry).map((part) => partDistance(part, point));
  return distances.reduce((least, distance) => Math.min(least, distance), Infinity);
}

function partDistance(part: Part, point: Point): number {
  if (part.dimension === 0) return distanceBetween(startOf(part), point);
  if (part.dimension === 2 && covers(part, point)) return 0;
  return segmentsOf(part).reduce((least, segment) => Math.min(least, segmentDistance(segment, point)), Infinity);
}

function segmentDistance([x1, y1, x2, y2]: Segment, point: Point): number {
  const [lon, lat] = point;
  const scale = Math.cos(radians(lat)) ** 2;
  const [dx, dy] = [x2 - x1, y2 - y1];
  const squared = scale * dx ** 2 + dy ** 2;
  const along = squared === 0 ? 0 : ((lon - x1) * dx * scale + (lat - y1) * dy) / squared;
  const fraction = Math.max(0, Math.min(1, along));
  return distanceBetween([x1 + fraction * dx, y1 + fraction * dy], point);
}
