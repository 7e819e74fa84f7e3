import { type GeoPoint, parsePoint, pointAt } from '#engine/geo/parse-geometry.ts';
import { findTransformation } from '#engine/geo/coordinate-systems.ts';
import { type DataRecord, textOf, toNumber, type Value } from '#engine/records/record.ts';
import { defineProcessor, type Report, type Step } from '../processor.ts';
import { distanceBetween } from '#engine/geo/sphere.ts';

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

const millimetresPerMetre = 1_000;

/** The great-circle distance between two points, in metres to the millimetre; null when one of them is empty. */
export const geoDistance = defineProcessor({
  type: 'geo_distance',
  label: 'Geo distance',
  parameters: [
    {
      name: 'coordinates_a',
      type: 'field',
      label: 'Coordinates A',
      description: 'A field with points.',
      isMandatory: true,
    },
    {
      name: 'coordinates_b',
      type: 'field',
      label: 'Coordinates B',
      description: 'A field with points.',
      isMandatory: true,
    },
    {
      name: 'output_field',
      type: 'field',
      label: 'Output field',
      description: 'The distance in metres.',
      isMandatory: true,
      canCreateField: true,
    },
  ],
  prepare:
    ({ coordinates_a: a, coordinates_b: b, output_field: output }) =>
    (record, report) => {
      const [from, to] = [readPoint(record, a, report), readPoint(record, b, report)];
      record[output] =
        from && to ? Math.round(distanceBetween(from, to) * millimetresPerMetre) / millimetresPerMetre : null;
      return record;
    },
});

/** A step that converts the value of one field into another. A value that cannot be converted is reported and becomes null. */
export const createConversion =
  (field: string, output: string, convert: (value: Exclude<Value, null>) => Value | undefined, problem: string): Step =>
  (record, report) => {
    const value = record[field] ?? null;
    const converted = value === null || value === '' ? null : convert(value);
    if (converted === undefined) report({ field, message: problem });
    record[output] = converted ?? null;
    return record;
  };

/** The point in a field; undefined for an empty field, and for another value, which is reported. */
export function readPoint(record: DataRecord, field: string, report: Report): GeoPoint | undefined {
  const value = record[field] ?? null;
  const point = parsePoint(value);
  if (!point && textOf(value) !== '') report({ field, message: `"${textOf(value).slice(0, 100)}" is not a point.` });
  return point;
}
