import { parseWkb } from '#engine/geo/processing/parse-wkb.ts';
import { toWgs84Geometry } from '#engine/geo/processing/transform-geometry.ts';
import { defineGeojsonConversion } from './geojson-conversion.ts';

/** Converts geometries in well-known binary (hexadecimal or base64) to GeoJSON. Geometries with an SRID are transformed to WGS 84. */
export const wkbToGeojson = defineGeojsonConversion({
  type: 'wkb_to_geojson',
  label: 'WKB to GeoJSON',
  convert: (text) => {
    const located = parseWkb(text);
    return located && toWgs84Geometry(located);
  },
  problem: 'This is not a geometry in well-known binary (hexadecimal or base64).',
});
