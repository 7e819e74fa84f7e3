import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import {
  areasOf,
  type Geometry,
  type MultiPolygon,
  parseGeometry,
  parseWkt,
  type Polygon,
} from '#engine/geo/parse-geometry.ts';
import { createConversion, readPoint } from './points.ts';
import { defineProcessor } from '../processor.ts';
import { simplify } from '@turf/simplify';

/** Keeps the records whose point lies in a polygon or on its border; with `exclude`, the others and those without a point. */
export const polygonFilter = defineProcessor({
  type: 'polygon_filter',
  label: 'Polygon filter',
  parameters: [
    { name: 'field', type: 'field', label: 'Field', description: 'A field with points.', isMandatory: true },
    {
      name: 'polygon',
      type: 'text',
      label: 'Polygon',
      description: 'One or more polygons in GeoJSON or well-known text, in degrees of WGS 84.',
      isMandatory: true,
    },
    {
      name: 'exclude',
      type: 'boolean',
      label: 'Exclude',
      description: 'Drops the records inside instead of those outside.',
      isMandatory: false,
      default: 'false',
    },
  ],
  check: ({ polygon }) =>
    polygonsIn(polygon).length > 0
      ? {}
      : { polygon: ['Give a polygon in GeoJSON or well-known text: POLYGON ((6 46, 7 46, 7 47, 6 46)).'] },
  prepare: ({ field, polygon, exclude }) => {
    const polygons = polygonsIn(polygon);
    return (record, report) => {
      const point = readPoint(record, field, report);
      const isInside =
        point !== undefined && polygons.some((polygon) => booleanPointInPolygon([point.lon, point.lat], polygon));
      return isInside === exclude ? null : record;
    };
  },
});

function polygonsIn(text: string): (Polygon | MultiPolygon)[] {
  const geometry = parseGeometry(text) ?? parseWkt(text)?.geometry;
  return geometry ? areasOf(geometry) : [];
}

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
