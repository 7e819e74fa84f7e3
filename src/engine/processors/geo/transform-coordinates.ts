import { pointAt, parseXY } from '#engine/geo/processing/parse-point.ts';
import { parseGeometry } from '#engine/geo/processing/parse-geometry.ts';
import { findTransformation, type TransformPosition } from '#engine/geo/processing/reference-system.ts';
import { transformGeometry } from '#engine/geo/processing/transform-geometry.ts';
import type { Value } from '#engine/records/record.ts';
import { createConversion } from './geo-values.ts';
import { defineProcessor } from '../processor.ts';

/** Transforms points (y before x, as latitude before longitude) and shapes from another reference system to WGS 84. */
export const transformCoordinates = defineProcessor({
  type: 'transform_coordinates',
  label: 'Transform coordinates',
  parameters: [
    {
      name: 'field',
      type: 'field',
      label: 'Field',
      description: 'Points as `y,x` or `{lat, lon}`, or shapes of GeoJSON.',
      isMandatory: true,
    },
    {
      name: 'source_epsg',
      type: 'text',
      label: 'Source EPSG code',
      description: 'The reference system of the coordinates: EPSG:2154.',
      isMandatory: true,
      trim: 'true',
    },
  ],
  check: ({ source_epsg: code }) => {
    const system = findTransformation(code);
    return typeof system === 'function' ? {} : { source_epsg: [system.error] };
  },
  prepare: ({ field, source_epsg: code }) => {
    const system = findTransformation(code);
    if (typeof system !== 'function') return (record) => record;
    return createConversion(
      field,
      field,
      (value) => transformValue(value, system),
      `This is not a point or shape with coordinates of ${code}.`,
    );
  },
});

function transformValue(value: Value, system: TransformPosition): Value | undefined {
  const geometry = parseGeometry(value);
  if (geometry) return transformGeometry(geometry, system);
  const [x, y] = parseXY(value) ?? [];
  const [lon, lat] = (x !== undefined && y !== undefined && system(x, y)) || [];
  return lon === undefined || lat === undefined ? undefined : pointAt(lon, lat);
}
