import { geojsonToWkb } from 'hyparquet-writer';
import { isJsonObject, parseJson, type Json } from '../../../kernel/json.ts';
import { isGeometry } from '../../geo/checked-geometry.ts';
import type { Geometry } from '../../geo/processing/geometry.ts';
import { mapPositions } from '../../geo/processing/transform-geometry.ts';

/** Converts the JSON of a geo_shape, which is a GeoJSON feature, to WKB; undefined when its geometry is invalid. */
export const shapeJsonToWkb = (value: Json): Uint8Array | undefined =>
  geometryToWkb(isJsonObject(value) ? value['geometry'] : undefined);

/** Converts the text of a GeoJSON geometry to WKB; undefined when it is invalid. */
export const shapeToWkb = (text: Uint8Array): Uint8Array | undefined =>
  geometryToWkb(parseJson(Buffer.from(text.buffer, text.byteOffset, text.length).toString()));

/** Records of earlier versions may hold an invalid geometry. */
const geometryToWkb = (geometry: unknown): Uint8Array | undefined =>
  isGeometry(geometry) ? geojsonToWkb(withEqualPositions(geometry)) : undefined;

/**
 * Gives all positions the same number of coordinates, as WKB needs. A height that only some positions have is NaN at the others, and an
 * empty point has coordinates of NaN. A fourth coordinate, a measure, is left out, because it has no meaning in GeoJSON.
 */
function withEqualPositions(geometry: Geometry): Geometry {
  const lengths = new Set<number>();
  collectLengths(geometry, lengths);
  const dimensions = Math.max(...lengths) > 2 ? 3 : 2;
  if ([...lengths].every((length) => length === dimensions)) return geometry;
  return mapPositions(geometry, (position) =>
    Array.from({ length: dimensions }, (_each, axis) => position[axis] ?? NaN),
  );
}

/** Collects the numbers of coordinates that positions have; 0 for an empty point. */
function collectLengths(geometry: Geometry, lengths: Set<number>): void {
  if (geometry.type === 'GeometryCollection') for (const part of geometry.geometries) collectLengths(part, lengths);
  else if (geometry.type === 'Point') lengths.add(geometry.coordinates.length);
  else collectListed(geometry.coordinates, lengths);
}

type Coordinates = number | readonly Coordinates[];

function collectListed(list: readonly Coordinates[], lengths: Set<number>): void {
  if (typeof list[0] === 'number') lengths.add(list.length);
  else for (const part of list) if (typeof part !== 'number') collectListed(part, lengths);
}
