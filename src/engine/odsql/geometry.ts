import { type Geometry, parseGeometry, type Position } from '../geo/parse-geometry.ts';
import type { Point } from './bind/bound.ts';
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { type Box, boxOf } from '../geo/representative-point.ts';
import { isJsonObject } from '#kernel/json.ts';
import type { Value } from '../records/record.ts';

/** The mean radius of the earth, in metres. */
const radius = 6_371_008.7714;

const radians = (degrees: number): number => (degrees * Math.PI) / 180;

/** The distance between two points on the sphere, in metres (haversine). */
export function distanceBetweenPositions([lonA, latA]: Point, [lonB, latB]: Point): number {
  const h =
    Math.sin(radians(latB - latA) / 2) ** 2 +
    Math.cos(radians(latA)) * Math.cos(radians(latB)) * Math.sin(radians(lonB - lonA) / 2) ** 2;
  return 2 * radius * Math.asin(Math.sqrt(Math.min(1, h)));
}

/** The distance in metres from a point to a geometry, on a plane that touches the earth at the point; 0 in a polygon. */
export function shapeDistance(geometry: Geometry, point: Point): number {
  const distances = partsOfGeometry(geometry).map((part) => partDistance(part, point));
  return distances.reduce((least, distance) => Math.min(least, distance), Infinity);
}

function partDistance(part: Part, point: Point): number {
  if (part.dimension === 0) return distanceBetweenPositions(startOf(part), point);
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
  return distanceBetweenPositions([x1 + fraction * dx, y1 + fraction * dy], point);
}

/** A box of degrees; `west > east` crosses the antimeridian. */
interface DegreeBox {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** Whether a geometry lies in a box, borders included. An empty geometry lies nowhere. */
export function isInBox(geometry: Geometry, box: DegreeBox): boolean {
  const parts = partsOfGeometry(geometry);
  return parts.length > 0 && parts.every((part) => isPartInBox(part, box));
}

function isPartInBox({ box: [minX, minY, maxX, maxY] }: Part, { south, west, north, east }: DegreeBox): boolean {
  const isInsideLongitudes = minX >= west && maxX <= east;
  const isBesideAntimeridian = west > east && (minX >= west || maxX <= east);
  return minY >= south && maxY <= north && (isInsideLongitudes || isBesideAntimeridian);
}

/** Whether every part of a geometry lies in one part of another, borders included. */
export const liesWithin = (parts: readonly Part[], others: readonly Part[]): boolean =>
  parts.length > 0 &&
  parts.every((part) => others.some((other) => boxesMeet(part.box, other.box) && isWithin(part, other)));

function isWithin(part: Part, other: Part): boolean {
  if (part.dimension > other.dimension) return false;
  if (part.dimension === 0) return covers(other, startOf(part));
  const borders = segmentsOf(other);
  if (!segmentsOf(part).every((segment) => isSegmentWithin(segment, other, borders))) return false;
  // A polygon whose border lies in the other polygon may still surround a hole of it.
  const holes = part.dimension === 2 ? other.lines.slice(1) : [];
  return !holes.some((hole) => {
    const inside = pointInside(hole);
    return inside !== undefined && covers(part, inside);
  });
}

/** Whether a segment lies in a part. Borders cut the segment into pieces; each piece is inside or outside as its midpoint is. */
function isSegmentWithin(segment: Segment, other: Part, borders: readonly Segment[]): boolean {
  const [x1, y1, x2, y2] = segment;
  const pointAt = (fraction: number): readonly [number, number] => [
    x1 + fraction * (x2 - x1),
    y1 + fraction * (y2 - y1),
  ];
  const cuts = [0, 1, ...borders.flatMap((border) => cutsOf(segment, border))].sort((a, b) => a - b);
  return (
    covers(other, pointAt(0)) &&
    covers(other, pointAt(1)) &&
    cuts.slice(1).every((cut, index) => {
      const before = cuts[index] ?? 0;
      return cut - before < 1e-12 || covers(other, pointAt((cut + before) / 2));
    })
  );
}

/** The positions on a segment, as fractions between 0 and 1, at which a border meets it. */
function cutsOf(segment: Segment, border: Segment): number[] {
  const [x1, y1, x2, y2] = segment;
  const [u1, v1, u2, v2] = border;
  const [dx, dy, du, dv] = [x2 - x1, y2 - y1, u2 - u1, v2 - v1];
  const cross = dx * dv - dy * du;
  const fractionOf = (x: number, y: number): number => ((x - x1) * dx + (y - y1) * dy) / (dx ** 2 + dy ** 2);
  const isBetweenEnds = (fraction: number): boolean => fraction > 0 && fraction < 1;
  if (cross !== 0) return [((u1 - x1) * dv - (v1 - y1) * du) / cross].filter(isBetweenEnds);
  // a parallel border cuts the segment where an end of the border lies on it
  const ends = [
    [u1, v1],
    [u2, v2],
  ] as const;
  return ends
    .filter(([x, y]) => isOnSegment(x, y, segment))
    .map(([x, y]) => fractionOf(x, y))
    .filter(isBetweenEnds);
}

/** A position inside a ring: halfway between two sides, at a height where the ring has no corner. Undefined for a flat ring. */
function pointInside(ring: readonly Position[]): readonly [number, number] | undefined {
  const heights = [...new Set(ring.map(([, y = NaN]) => y))].sort((a, b) => a - b);
  const [low = NaN, next = NaN] = heights;
  const height = (low + next) / 2;
  if (Number.isNaN(height)) return undefined;
  const crossings = ring.slice(1).flatMap(([x2 = NaN, y2 = NaN], index) => {
    const [x1 = NaN, y1 = NaN] = ring[index] ?? [];
    const isCrossed = y1 > height !== y2 > height;
    return isCrossed ? [x1 + ((height - y1) / (y2 - y1)) * (x2 - x1)] : [];
  });
  const [first = NaN, second = NaN] = crossings.sort((a, b) => a - b);
  return Number.isNaN(first + second) ? undefined : [(first + second) / 2, height];
}

/** The tolerance for a position on a line, in degrees: about a tenth of a millimetre. */
const tolerance = 1e-9;

/** Whether two geometries share a place, borders included. */
export const intersects = (a: readonly Part[], b: readonly Part[]): boolean =>
  a.some((one) => b.some((other) => boxesMeet(one.box, other.box) && partsIntersect(one, other)));

function partsIntersect(a: Part, b: Part): boolean {
  if (a.dimension > b.dimension) return partsIntersect(b, a);
  if (a.dimension === 0) return covers(b, startOf(a));
  const sides = segmentsOf(b);
  if (segmentsOf(a).some((one) => sides.some((other) => segmentsMeet(one, other)))) return true;
  return (b.dimension === 2 && covers(b, startOf(a))) || (a.dimension === 2 && covers(a, startOf(b)));
}

/** Whether a place is in a part, its border included. */
function covers(part: Part, [x, y]: readonly [number, number]): boolean {
  if (part.dimension === 0) {
    const [startX, startY] = startOf(part);
    return startX === x && startY === y;
  }
  if (part.dimension === 1) return segmentsOf(part).some((segment) => isOnSegment(x, y, segment));
  const coordinates = part.lines.map((line) => line.map((position) => [...position]));
  return booleanPointInPolygon([x, y], { type: 'Polygon', coordinates });
}

/** Whether a place is on a segment. */
function isOnSegment(x: number, y: number, [x1, y1, x2, y2]: Segment): boolean {
  const squared = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const along = squared === 0 ? 0 : ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / squared;
  const fraction = Math.max(0, Math.min(1, along));
  return Math.hypot(x - x1 - fraction * (x2 - x1), y - y1 - fraction * (y2 - y1)) <= tolerance;
}

/** The side of a segment on which a place is: the sign of the result. */
const sideOf = (x: number, y: number, [x1, y1, x2, y2]: Segment): number =>
  Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));

/** Whether two segments share a place. */
function segmentsMeet(a: Segment, b: Segment): boolean {
  const isApart =
    Math.max(a[0], a[2]) < Math.min(b[0], b[2]) ||
    Math.max(b[0], b[2]) < Math.min(a[0], a[2]) ||
    Math.max(a[1], a[3]) < Math.min(b[1], b[3]) ||
    Math.max(b[1], b[3]) < Math.min(a[1], a[3]);
  if (isApart) return false;
  const crosses =
    sideOf(a[0], a[1], b) * sideOf(a[2], a[3], b) < 0 && sideOf(b[0], b[1], a) * sideOf(b[2], b[3], a) < 0;
  return (
    crosses ||
    isOnSegment(a[0], a[1], b) ||
    isOnSegment(a[2], a[3], b) ||
    isOnSegment(b[0], b[1], a) ||
    isOnSegment(b[2], b[3], a)
  );
}

/** A point, a line or a polygon. The lines of a polygon are its outer ring and its holes. */
export interface Part {
  readonly dimension: 0 | 1 | 2;
  readonly lines: readonly (readonly Position[])[];
  readonly box: Box;
}

const createPart = (dimension: 0 | 1 | 2, lines: readonly (readonly Position[])[]): Part => ({
  dimension,
  lines,
  box: boxOf(lines[0] ?? []),
});

/** The parts of a geometry. */
export function partsOfGeometry(geometry: Geometry): Part[] {
  switch (geometry.type) {
    case 'Point':
      return [createPart(0, [[geometry.coordinates]])];
    case 'MultiPoint':
      return geometry.coordinates.map((position) => createPart(0, [[position]]));
    case 'LineString':
      return [createPart(1, [geometry.coordinates])];
    case 'MultiLineString':
      return geometry.coordinates.map((line) => createPart(1, [line]));
    case 'Polygon':
      return [createPart(2, geometry.coordinates)];
    case 'MultiPolygon':
      return geometry.coordinates.map((polygon) => createPart(2, polygon));
    case 'GeometryCollection':
      return geometry.geometries.flatMap(partsOfGeometry);
  }
}

/** A straight line between two positions. */
type Segment = readonly [x1: number, y1: number, x2: number, y2: number];

/** The sides of a part; a point has none. */
const segmentsOf = ({ lines }: Part): Segment[] =>
  lines.flatMap((line) =>
    line.slice(1).map(([x = NaN, y = NaN], index): Segment => {
      const [beforeX = NaN, beforeY = NaN] = line[index] ?? [];
      return [beforeX, beforeY, x, y];
    }),
  );

/** Whether two boxes touch or overlap. */
const boxesMeet = (a: Box, b: Box): boolean => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];

/** The first position of a part. */
const startOf = ({ lines }: Part): readonly [number, number] => {
  const [x = NaN, y = NaN] = lines[0]?.[0] ?? [];
  return [x, y];
};

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
