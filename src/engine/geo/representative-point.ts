import type { Geometry as TypedGeometry, Position } from 'geojson';
import { type CheckedGeometry, GeometryError } from './checked-geometry.ts';
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';

/** A sum of positions, each by its weight: a count, a length or an area. */
interface Sum {
  weight: number;
  x: number;
  y: number;
}

/** The sums over the points, the lines and the areas of a geometry. */
interface Sums {
  readonly points: Sum;
  readonly lines: Sum;
  readonly areas: Sum;
}

const zero = (): Sum => ({ weight: 0, x: 0, y: 0 });

function add(sum: Sum, weight: number, x: number, y: number): void {
  sum.weight += weight;
  sum.x += weight * x;
  sum.y += weight * y;
}

function addPoint({ points }: Sums, [x = 0, y = 0]: Position): void {
  add(points, 1, x, y);
}

function addLine(sums: Sums, line: readonly Position[]): void {
  line.forEach((position, index) => {
    addPoint(sums, position);
    const [x = 0, y = 0] = position;
    const [beforeX = x, beforeY = y] = line[index - 1] ?? position;
    add(sums.lines, Math.hypot(x - beforeX, y - beforeY), (x + beforeX) / 2, (y + beforeY) / 2);
  });
}

function addPolygon(sums: Sums, rings: readonly Position[][]): void {
  rings.forEach((ring, index) => {
    addLine(sums, ring);
    const { weight, x, y } = areaOf(ring);
    // Rings may have either direction; the first ring is added, holes are subtracted.
    const sign = Math.sign(weight) * (index === 0 ? 1 : -1);
    if (weight !== 0) add(sums.areas, sign * weight, x / weight, y / weight);
  });
}

/**
 * The signed area of a ring and its centroid, summed over the triangles between the first position and every side. Coordinates relative
 * to the first position keep digits that products of large coordinates would lose.
 */
function areaOf(ring: readonly Position[]): Sum {
  const sum = zero();
  const [originX = 0, originY = 0] = ring[0] ?? [];
  ring.forEach(([x = 0, y = 0], index) => {
    const [beforeX = x, beforeY = y] = ring[index - 1] ?? [];
    const area = ((beforeX - originX) * (y - originY) - (x - originX) * (beforeY - originY)) / 2;
    add(sum, area, (originX + beforeX + x) / 3, (originY + beforeY + y) / 3);
  });
  return sum;
}

function addGeometry(sums: Sums, geometry: TypedGeometry): void {
  switch (geometry.type) {
    case 'Point':
      return addPoint(sums, geometry.coordinates);
    case 'MultiPoint':
      return geometry.coordinates.forEach((point) => {
        addPoint(sums, point);
      });
    case 'LineString':
      return addLine(sums, geometry.coordinates);
    case 'MultiLineString':
      return geometry.coordinates.forEach((line) => {
        addLine(sums, line);
      });
    case 'Polygon':
      return addPolygon(sums, geometry.coordinates);
    case 'MultiPolygon':
      return geometry.coordinates.forEach((polygon) => {
        addPolygon(sums, polygon);
      });
    case 'GeometryCollection':
      return geometry.geometries.forEach((part) => {
        addGeometry(sums, part);
      });
  }
}

const clamp = (value: number, limit: number): number => Math.min(Math.max(value, -limit), limit);

/** A representative point of a geometry: the centre of its areas, else lines, else points, in degrees as on a plane. */
export function representativePoint(geometry: CheckedGeometry): { lat: number; lon: number } {
  const sums = { points: zero(), lines: zero(), areas: zero() };
  // A checked geometry conforms to the types of GeoJSON; TypeScript cannot infer that.
  addGeometry(sums, geometry as CheckedGeometry & TypedGeometry);
  const { weight, x, y } = [sums.areas, sums.lines].find((sum) => sum.weight > 0) ?? sums.points;
  return { lat: clamp(y / weight, 90), lon: clamp(x / weight, 180) };
}

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

/** A bounding box: west, south, east and north. */
export type Box = [west: number, south: number, east: number, north: number];

/** The bounding box of positions. */
export function boxOf(positions: Iterable<readonly number[]>): Box {
  const box: Box = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x = NaN, y = NaN] of positions) {
    box[0] = Math.min(box[0], x);
    box[1] = Math.min(box[1], y);
    box[2] = Math.max(box[2], x);
    box[3] = Math.max(box[3], y);
  }
  return box;
}
