import { simplify } from '@turf/simplify';
import type { Geometry } from '#engine/geo/processing/geometry.ts';
import { parseGeometry } from '#engine/geo/processing/parse-geometry.ts';
import { createConversion } from './geo-values.ts';
import { defineProcessor } from '../processor.ts';

/** The maximum tolerance, in degrees. */
const maxTolerance = 90;

/** Removes the points of a shape that lie closer to the simplified line than the tolerance. Shapes are simplified one by one. */
export const simplifyGeoShape = defineProcessor({
  type: 'simplify_geo_shape',
  label: 'Simplify geo shape',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', description: 'Shapes of GeoJSON.', isMandatory: true },
    {
      name: 'tolerance',
      type: 'double',
      label: 'Tolerance',
      description: 'In degrees. Start with 0.0001 and increase by factors of ten.',
      isMandatory: true,
    },
  ],
  check: ({ tolerance }) =>
    tolerance > 0 && tolerance <= maxTolerance ? {} : { tolerance: [`Give more than 0 and at most ${maxTolerance}.`] },
  prepare: ({ field, tolerance }) =>
    createConversion(
      field,
      field,
      (value) => {
        const geometry = parseGeometry(value);
        return geometry && simplifyShape(geometry, tolerance);
      },
      'This is not a shape.',
    ),
});

function simplifyShape(geometry: Geometry, tolerance: number): Geometry {
  try {
    return simplify(geometry, { tolerance });
  } catch {
    // The library fails on an area without extent, from which no point can be removed.
    return geometry;
  }
}
