import type { Geometry, Position } from '../../geo/processing/geometry.ts';

/** The convex hull of points: an area, or a line or point when they have none. Null without points. */
export function convexHull(points: readonly Position[]): Geometry | null {
  const sorted = distinctPoints(points);
  const [first, second] = sorted;
  if (!first) return null;
  if (!second) return { type: 'Point', coordinates: first };
  const lower = chainOf(sorted);
  const upper = chainOf(sorted.toReversed());
  // The chains share their ends.
  const ring = [...lower, ...upper.slice(1)];
  return ring.length === 3
    ? { type: 'LineString', coordinates: [ring[0] ?? first, ring[1] ?? second] }
    : { type: 'Polygon', coordinates: [ring] };
}

/** The different points from west to east, and from south to north where longitudes are equal. */
function distinctPoints(points: readonly Position[]): Position[] {
  const sorted = points.toSorted(([xA = NaN, yA = NaN], [xB = NaN, yB = NaN]) => xA - xB || yA - yB);
  return sorted.filter(([x, y], index) => {
    const before = sorted[index - 1];
    return !before || before[0] !== x || before[1] !== y;
  });
}

/** One side of the hull, by Andrew's monotone chain. */
function chainOf(sorted: readonly Position[]): Position[] {
  const chain: Position[] = [];
  for (const point of sorted) {
    while (chain.length >= 2 && !turnsLeft(chain.at(-2), chain.at(-1), point)) chain.pop();
    chain.push(point);
  }
  return chain;
}

function turnsLeft(
  [x1 = NaN, y1 = NaN]: Position = [],
  [x2 = NaN, y2 = NaN]: Position = [],
  [x3 = NaN, y3 = NaN]: Position,
): boolean {
  return (x2 - x1) * (y3 - y1) > (y2 - y1) * (x3 - x1);
}
