import { parseWkb } from '#engine/geo/processing/parse-wkb.ts';
import { parseWkt } from '#engine/geo/processing/parse-wkt.ts';
import { parseGeometry } from '#engine/geo/processing/parse-geometry.ts';
import type { GeometryLiteral } from '../tree.ts';

const wgs84 = 4326;

/** Reads the text of a geometry literal: WKT, hexadecimal WKB, or GeoJSON, in WGS 84. Undefined for anything else. */
export function readGeometryLiteral(text: string): GeometryLiteral | undefined {
  const geojson = parseGeometry(text);
  if (geojson) return { geometry: geojson };
  const located = parseWkt(text) ?? parseWkb(text);
  return located && (located.srid ?? wgs84) === wgs84 ? { geometry: located.geometry } : undefined;
}
