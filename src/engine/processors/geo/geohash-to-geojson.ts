import ngeohash from 'ngeohash';
import { convertValue } from './convert-value.ts';
import { defineProcessor } from '../processor.ts';

/** Twelve characters give a cell of a few centimetres, the limit of a double. */
const geohash = /^[0-9b-hjkmnp-z]{1,12}$/i;

/** Converts geohashes to their cells, as polygons. */
export const geohashToGeojson = defineProcessor({
  type: 'geohash_to_geojson',
  label: 'Geohash to GeoJSON',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', isMandatory: true },
    {
      name: 'output_field',
      type: 'field',
      label: 'Output field',
      description: 'Default: the input field.',
      isMandatory: false,
      canCreateField: true,
    },
  ],
  prepare: ({ field, output_field: output }) =>
    convertValue(
      field,
      output || field,
      (value) => {
        const text = typeof value === 'string' ? value.trim() : '';
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
      'This is not a geohash.',
    ),
});
