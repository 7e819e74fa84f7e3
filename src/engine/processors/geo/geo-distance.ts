import { distanceBetween } from '#engine/geo/processing/sphere.ts';
import { readPoint } from './geo-values.ts';
import { defineProcessor } from '../processor.ts';

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
