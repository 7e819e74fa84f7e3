import { boxOf, type Box } from '../../geo/box.ts';
import { parseGeometry } from '../../geo/processing/parse-geometry.ts';
import { partsOfGeometry } from '../geometry/parts.ts';

/** The bounding box of a geometry in GeoJSON; null without a position. */
export function boxOfGeometry(geojson: unknown): Box | null {
  const geometry = parseGeometry(geojson);
  const box = boxOf((geometry ? partsOfGeometry(geometry) : []).flatMap(({ lines }) => lines.flat()));
  return box[0] <= box[2] ? box : null;
}
