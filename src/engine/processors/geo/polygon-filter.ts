import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { areasOf, type MultiPolygon, type Polygon } from '#engine/geo/processing/geometry.ts';
import { parseWkt } from '#engine/geo/processing/parse-wkt.ts';
import { parseGeometry } from '#engine/geo/processing/parse-geometry.ts';
import { readPoint } from './geo-values.ts';
import { defineProcessor } from '../processor.ts';

/**
 * Keeps the records whose point lies in a polygon or on its border. With `exclude` it drops these records and keeps the others, including
 * those without a point.
 */
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
