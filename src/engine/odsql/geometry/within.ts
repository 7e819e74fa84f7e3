import type { Position } from '#engine/geo/processing/geometry.ts';
import { covers, isOnSegment } from './intersects.ts';
import { boxesMeet, segmentsOf, startOf, type Part, type Segment } from './parts.ts';

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
