import { parseWkb } from '../../geo/processing/parse-wkb.ts';
import { inWgs84 } from '../../geo/processing/transform-geometry.ts';
import { geojsonConversion } from './geojson-conversion.ts';

/** Converts geometries in well-known binary (hexadecimal or base64) to GeoJSON. Geometries with an SRID are transformed to WGS 84. */
export const wkbToGeojson = geojsonConversion({
  type: 'wkb_to_geojson',
  label: 'WKB to GeoJSON',
  convert: (text) => {
    const located = parseWkb(text);
    return located && inWgs84(located);
  },
  problem: 'This is not a geometry in well-known binary (hexadecimal or base64).',
});
