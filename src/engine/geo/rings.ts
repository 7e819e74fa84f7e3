import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { boxOf, type Box } from './box.ts';
import { GeometryError } from './checked-geometry.ts';

type Ring = number[][];

/** The maximum number of positions visited to assign the holes of one shape, a few seconds of work. */
const maxVisitedPositions = 50_000_000;

/** An outer ring with its holes. */
interface Outer {
  readonly ring: Ring;
  readonly area: number;
  readonly box: Box;
  readonly holes: Ring[];
}

/** The area of a ring; positive when the ring is counterclockwise. */
export function signedArea(ring: Ring): number {
  const [originX = 0, originY = 0] = ring[0] ?? [];
  return ring.reduce((sum, [x = 0, y = 0], index) => {
    const [beforeX = x, beforeY = y] = ring[index - 1] ?? [];
    return sum + ((beforeX - originX) * (y - originY) - (x - originX) * (beforeY - originY)) / 2;
  }, 0);
}

const isInBox = ([x = NaN, y = NaN]: number[], [west, south, east, north]: Box): boolean =>
  x >= west && x <= east && y >= south && y <= north;

/**
 * Builds polygons from the rings of a Shapefile, where outer rings are clockwise and holes counterclockwise, in any order. GeoJSON
 * uses the opposite direction (RFC 7946, 3.1.6). A hole belongs to the smallest ring around it. Throws a GeometryError.
 */
export function toPolygons(rings: readonly Ring[]): Ring[][] {
  const areas = new Map(rings.map((ring) => [ring, signedArea(ring)]));
  const areaOf = (ring: Ring): number => areas.get(ring) ?? 0;
  // Without any clockwise ring, all rings are outer rings.
  const isOuter = rings.some((ring) => areaOf(ring) < 0) ? (ring: Ring) => areaOf(ring) < 0 : () => true;
  const outers = rings.filter(isOuter).map((ring): Outer => ({
    ring: areaOf(ring) < 0 ? ring.toReversed() : ring,
    area: Math.abs(areaOf(ring)),
    box: boxOf(ring),
    holes: [],
  }));
  const outersByArea = outers.toSorted((a, b) => a.area - b.area);
  const orphanedHoles: Ring[][] = [];
  let visited = 0;
  const contains = ({ ring, box }: Outer, position: number[]): boolean => {
    if (!isInBox(position, box)) return false;
    visited += ring.length;
    if (visited > maxVisitedPositions) throw new GeometryError('it has too many holes to assign them to polygons');
    return booleanPointInPolygon(position, { type: 'Polygon', coordinates: [ring] });
  };
  for (const hole of rings.filter((ring) => !isOuter(ring))) {
    const container = outers.length === 1 ? outers[0] : outersByArea.find((outer) => contains(outer, hole[0] ?? []));
    if (container) container.holes.push(hole.toReversed());
    else orphanedHoles.push([hole]);
  }
  return [...outers.map(({ ring, holes }) => [ring, ...holes]), ...orphanedHoles];
}
