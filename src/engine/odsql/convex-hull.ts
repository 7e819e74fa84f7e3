import type { Geometry } from '../geo/parse-geometry.ts';
import type { Point } from './bind/bound.ts';

/** The number of points beyond which those inside are left out before the others are sorted. */
const maxSorted = 1_000;

/** The convex hull of points: a point, a line, or a polygon that runs counterclockwise; null without points. */
export function convexHull(lons: readonly number[], lats: readonly number[]): Geometry | null {
  const outer = lons.length > maxSorted ? outerPoints(lons, lats) : lons.map((_, index) => pointAt(lons, lats, index));
  const sorted = outer.sort(([x1, y1], [x2, y2]) => x1 - x2 || y1 - y2);
  const distinct = sorted.filter(([x, y], index) => index === 0 || !isAt(sorted[index - 1], x, y));
  const [first, ...others] = distinct;
  if (!first) return null;
  if (others.length === 0) return { type: 'Point', coordinates: [...first] };
  const ring = [...halfHull(distinct), ...halfHull(distinct.toReversed()), first];
  return ring.length === 3
    ? { type: 'LineString', coordinates: ring.slice(0, 2).map((point) => [...point]) }
    : { type: 'Polygon', coordinates: [ring.map((point) => [...point])] };
}

const isAt = (point: Point | undefined, lon: number, lat: number): boolean => point?.[0] === lon && point[1] === lat;

const pointAt = (lons: readonly number[], lats: readonly number[], index: number): Point => [
  lons[index] ?? NaN,
  lats[index] ?? NaN,
];

/** The hull on one side of sorted points, from the first to the last, which is left out. */
function halfHull(sorted: readonly Point[]): Point[] {
  const hull: Point[] = [];
  for (const point of sorted) {
    while (hull.length > 1 && !isLeft(hull.at(-2), hull.at(-1), point)) hull.pop();
    hull.push(point);
  }
  return hull.slice(0, -1);
}

/** Whether a point lies left of the line through two others. */
function isLeft(from: Point | undefined, to: Point | undefined, [x, y]: Point): boolean {
  if (!from || !to) return true;
  return (to[0] - from[0]) * (y - from[1]) > (to[1] - from[1]) * (x - from[0]);
}

/** The directions in which an octagon has its corners, counterclockwise. */
const directions: readonly Point[] = [
  [-1, 0],
  [-1, -1],
  [0, -1],
  [1, -1],
  [1, 0],
  [1, 1],
  [0, 1],
  [-1, 1],
];

/**
 * The points that are not within the octagon of the outermost points in eight directions. No other point is on the hull. Its loops
 * run over all points of a dataset, so they create no objects.
 */
function outerPoints(lons: readonly number[], lats: readonly number[]): Point[] {
  const corners = directions.map(([dx, dy]) => pointAt(lons, lats, outermost(lons, lats, dx, dy)));
  const found: Point[] = [...corners];
  const sides = corners.flatMap(([x1, y1], index) => {
    const [x2, y2] = corners[(index + 1) % corners.length] ?? [x1, y1];
    // a side between equal corners bounds nothing
    return x1 === x2 && y1 === y2 ? [] : [[x2 - x1, y2 - y1, (x2 - x1) * y1 - (y2 - y1) * x1] as const];
  });
  for (let index = 0; index < lons.length; index++) {
    const [lon, lat] = [lons[index] ?? NaN, lats[index] ?? NaN];
    let isInside = sides.length > 0;
    for (const [dx, dy, base] of sides) {
      isInside = dx * lat - dy * lon > base;
      if (!isInside) break;
    }
    if (!isInside) found.push([lon, lat]);
  }
  return found;
}

/** The index of the outermost point in a direction. */
function outermost(lons: readonly number[], lats: readonly number[], dx: number, dy: number): number {
  let [best, distance] = [0, -Infinity];
  for (let index = 0; index < lons.length; index++) {
    const other = dx * (lons[index] ?? NaN) + dy * (lats[index] ?? NaN);
    if (other > distance) [best, distance] = [index, other];
  }
  return best;
}
