import ngeohash from 'ngeohash';
import { defineGeojsonConversion } from './geojson-conversion.ts';

/** Matches a geohash of up to twelve characters, which are a cell of a few centimetres, the limit of a double. */
const geohash = /^[0-9b-hjkmnp-z]{1,12}$/i;

/** Converts geohashes to their cells, as polygons. */
export const geohashToGeojson = defineGeojsonConversion({
  type: 'geohash_to_geojson',
  label: 'Geohash to GeoJSON',
  convert: (value) => {
    const text = value.trim();
    if (!geohash.test(text)) return undefined;
    const [south, west, north, east] = ngeohash.decode_bbox(text);
    return {
      type: 'Polygon',
      coordinates: [
        [
          [west, south],
          [east, south],
          [east, north],
          [west, north],
          [west, south],
        ],
      ],
    };
  },
  problem: 'This is not a geohash.',
});
