import { parseWkt } from '../../geo/processing/parse-wkt.ts';
import { inWgs84 } from '../../geo/processing/transform-geometry.ts';
import { geojsonConversion } from './geojson-conversion.ts';

/** Converts geometries in well-known text to GeoJSON. Geometries with an SRID are transformed to WGS 84. */
export const wktToGeojson = geojsonConversion({
  type: 'wkt_to_geojson',
  label: 'WKT to GeoJSON',
  convert: (text) => {
    const located = parseWkt(text);
    return located && inWgs84(located);
  },
  problem: 'This is not a geometry in well-known text.',
});
