import { inWgs84 } from '../../geo/processing/in-wgs84.ts';
import { parseWkt } from '../../geo/processing/parse-wkt.ts';
import { convertValue } from './convert-value.ts';
import { defineProcessor } from '../processor.ts';

/** Converts geometries in well-known text to GeoJSON. Geometries with an SRID are transformed to WGS 84. */
export const wktToGeojson = defineProcessor({
  type: 'wkt_to_geojson',
  label: 'WKT to GeoJSON',
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
        const located = typeof value === 'string' ? parseWkt(value) : undefined;
        return located && inWgs84(located);
      },
      'This is not a geometry in well-known text.',
    ),
});
