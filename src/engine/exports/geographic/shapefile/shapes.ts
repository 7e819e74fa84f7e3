import { boxOf, type Box } from '#engine/geo/box.ts';
import type { Geometry, Position } from '#engine/geo/processing/geometry.ts';
import { signedArea } from '#engine/geo/rings.ts';

/** The types of shapes, by the names of their layers. A shape with heights has the type plus 10. */
export const shapeTypes = Object.freeze({ points: 1, lines: 3, polygons: 5, multipoints: 8 });

/** A shape: the parts of a geometry that go to one record of a layer. */
export interface Shape {
  readonly layer: keyof typeof shapeTypes;
  /** Whether every position has a height. */
  readonly hasHeights: boolean;
  readonly parts: readonly (readonly Position[])[];
}

/** The shapes of a geometry: one shape, or one for each part of a collection. */
export function shapesOf(geometry: Geometry): readonly Shape[] {
  switch (geometry.type) {
    case 'Point':
      return [shapeOf('points', [[geometry.coordinates]])];
    case 'MultiPoint':
      return [shapeOf('multipoints', [geometry.coordinates])];
    case 'LineString':
      return [shapeOf('lines', [geometry.coordinates])];
    case 'MultiLineString':
      return [shapeOf('lines', geometry.coordinates)];
    case 'Polygon':
      return [shapeOf('polygons', toRings(geometry.coordinates))];
    case 'MultiPolygon':
      return [shapeOf('polygons', geometry.coordinates.flatMap(toRings))];
    case 'GeometryCollection':
      return geometry.geometries.flatMap(shapesOf);
  }
}

const shapeOf = (layer: Shape['layer'], parts: Shape['parts']): Shape => ({
  layer,
  hasHeights: parts.every((part) => part.every(({ length }) => length > 2)),
  parts,
});

/** The rings of an area in the directions that Shapefile requires: the border clockwise, holes counterclockwise. */
const toRings = (rings: readonly Position[][]): Position[][] =>
  rings.map((ring, index) => ((index === 0 ? signedArea(ring) > 0 : signedArea(ring) < 0) ? ring.toReversed() : ring));

/** A shape in bytes, with its box and its lowest and highest height. */
export interface EncodedShape {
  readonly content: Buffer;
  readonly box: Box;
  readonly heights: readonly [lowest: number, highest: number];
}

/** The "no data" value of the measure, which every point with a height must have. */
const noMeasure = -1e39;

/** Encodes the content of a record of a .shp file. */
export function encodeShape({ layer, hasHeights, parts }: Shape): EncodedShape {
  const positions = parts.flat();
  const box = boxOf(positions);
  const heightList = hasHeights ? positions.map(([, , height = NaN]) => height) : [];
  const heights = hasHeights ? rangeOf(heightList) : ([0, 0] as const);
  const type = int32s([shapeTypes[layer] + (hasHeights ? 10 : 0)]);
  const xy = doubles(positions.flatMap(([x = NaN, y = NaN]) => [x, y]));
  const z = hasHeights ? [doubles(layer === 'points' ? [...heightList, noMeasure] : [...heights, ...heightList])] : [];
  if (layer === 'points') return { content: Buffer.concat([type, xy, ...z]), box, heights };
  let start = 0;
  const starts = parts.map(({ length }) => (start += length) - length);
  const counts = layer === 'multipoints' ? [positions.length] : [parts.length, positions.length, ...starts];
  return { content: Buffer.concat([type, doubles(box), int32s(counts), xy, ...z]), box, heights };
}

function rangeOf(values: readonly number[]): readonly [number, number] {
  const [, lowest, , highest] = boxOf(values.map((value) => [0, value]));
  return [lowest, highest];
}

const int32s = (values: readonly number[]): Buffer => Buffer.from(Int32Array.from(values).buffer);
const doubles = (values: readonly number[]): Buffer => Buffer.from(Float64Array.from(values).buffer);
