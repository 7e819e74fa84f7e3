import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { boxesMeet, segmentsOf, startOf, type Part, type Segment } from './parts.ts';

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
export function covers(part: Part, [x, y]: readonly [number, number]): boolean {
  if (part.dimension === 0) {
    const [startX, startY] = startOf(part);
    return startX === x && startY === y;
  }
  if (part.dimension === 1) return segmentsOf(part).some((segment) => isOnSegment(x, y, segment));
  const coordinates = part.lines.map((line) => line.map((position) => [...position]));
  return booleanPointInPolygon([x, y], { type: 'Polygon', coordinates });
}

/** Whether a place is on a segment. */
export function isOnSegment(x: number, y: number, [x1, y1, x2, y2]: Segment): boolean {
  const squared = (x2 - x1) ** 2 + (y2 - y1) ** 2;
  const along = squared === 0 ? 0 : ((x - x1) * (x2 - x1) + (y - y1) * (y2 - y1)) / squared;
  const fraction = Math.max(0, Math.min(1, along));
  return Math.hypot(x - x1 - fraction * (x2 - x1), y - y1 - fraction * (y2 - y1)) <= tolerance;
}

/** The side of a segment on which a place is: the sign of the result. */
const sideOf = (x: number, y: number, [x1, y1, x2, y2]: Segment): number =>
  Math.sign((x2 - x1) * (y - y1) - (y2 - y1) * (x - x1));

/** Whether two segments share a place. */
export function segmentsMeet(a: Segment, b: Segment): boolean {
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
