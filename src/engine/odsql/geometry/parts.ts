import { boxOf, type Box } from '#engine/geo/box.ts';
import type { Geometry, Position } from '#engine/geo/processing/geometry.ts';

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
export type Segment = readonly [x1: number, y1: number, x2: number, y2: number];

/** The sides of a part; a point has none. */
export const segmentsOf = ({ lines }: Part): Segment[] =>
  lines.flatMap((line) =>
    line.slice(1).map(([x = NaN, y = NaN], index): Segment => {
      const [beforeX = NaN, beforeY = NaN] = line[index] ?? [];
      return [beforeX, beforeY, x, y];
    }),
  );

/** Whether two boxes touch or overlap. */
export const boxesMeet = (a: Box, b: Box): boolean => a[0] <= b[2] && b[0] <= a[2] && a[1] <= b[3] && b[1] <= a[3];

/** The first position of a part. */
export const startOf = ({ lines }: Part): readonly [number, number] => {
  const [x = NaN, y = NaN] = lines[0]?.[0] ?? [];
  return [x, y];
};
