import { parseWkt } from '#engine/geo/processing/parse-wkt.ts';
import { toWgs84Geometry } from '#engine/geo/processing/transform-geometry.ts';
import { defineGeojsonConversion } from './geojson-conversion.ts';

/** Converts geometries in well-known text to GeoJSON. Geometries with an SRID are transformed to WGS 84. */
export const wktToGeojson = defineGeojsonConversion({
  type: 'wkt_to_geojson',
  label: 'WKT to GeoJSON',
  convert: (text) => {
    const located = parseWkt(text);
    return located && toWgs84Geometry(located);
  },
  problem: 'This is not a geometry in well-known text.',
});
