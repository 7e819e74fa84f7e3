import type { Geometry as TypedGeometry, Position } from 'geojson';
import type { CheckedGeometry } from './checked-geometry.ts';

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

/**
 * A representative point of a checked geometry: the centre of its areas, else of its lines, else of its points, computed as if degrees
 * were coordinates on a plane.
 */
export function representativePoint(geometry: CheckedGeometry): { lat: number; lon: number } {
  const sums = { points: zero(), lines: zero(), areas: zero() };
  // A checked geometry conforms to the types of GeoJSON; TypeScript cannot infer that.
  addGeometry(sums, geometry as CheckedGeometry & TypedGeometry);
  const { weight, x, y } = [sums.areas, sums.lines].find((sum) => sum.weight > 0) ?? sums.points;
  return { lat: clamp(y / weight, 90), lon: clamp(x / weight, 180) };
}
