import { pointAt } from '#engine/geo/processing/parse-point.ts';
import { findTransformation } from '#engine/geo/processing/reference-system.ts';
import { toNumber } from '#engine/records/to-number.ts';
import { textOf } from '#engine/records/record.ts';
import { defineProcessor } from '../processor.ts';

/** Creates a point from two coordinate fields, in degrees of WGS 84 or in another system; null when one is empty. */
export const createGeopoint = defineProcessor({
  type: 'create_geopoint',
  label: 'Create geopoint',
  parameters: [
    {
      name: 'latitude',
      type: 'field',
      label: 'Latitude',
      description: 'The field with the latitude, or y.',
      isMandatory: true,
    },
    {
      name: 'longitude',
      type: 'field',
      label: 'Longitude',
      description: 'The field with the longitude, or x.',
      isMandatory: true,
    },
    {
      name: 'source_epsg',
      type: 'text',
      label: 'Source EPSG code',
      description: 'The reference system of the coordinates: 4326, EPSG:2154.',
      isMandatory: false,
      default: '4326',
      trim: 'true',
    },
    { name: 'output_field', type: 'field', label: 'Output field', isMandatory: true, canCreateField: true },
  ],
  check: ({ source_epsg: code }) => {
    const system = findTransformation(code);
    return typeof system === 'function' ? {} : { source_epsg: [system.error] };
  },
  prepare: ({ latitude, longitude, source_epsg: code, output_field: output }) => {
    const system = findTransformation(code);
    return (record, report) => {
      const [y, x] = [record[latitude], record[longitude]];
      const [latText, lonText] = [textOf(y), textOf(x)];
      record[output] = null;
      if (latText === '' || lonText === '' || typeof system !== 'function') return record;
      const [lat, lon] = [toNumber(y), toNumber(x)];
      if (lat === undefined || lon === undefined) {
        const [field, text] = lat === undefined ? [latitude, latText] : [longitude, lonText];
        report({ field, message: `"${text.slice(0, 100)}" is not a coordinate.` });
        return record;
      }
      const [east, north] = system(lon, lat) ?? [];
      const point = east !== undefined && north !== undefined ? pointAt(east, north) : undefined;
      if (!point)
        report({
          field: output,
          message: 'The coordinates are outside the valid range or outside the area of their reference system.',
        });
      record[output] = point ?? null;
      return record;
    };
  },
});
