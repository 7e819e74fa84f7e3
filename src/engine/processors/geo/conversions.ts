import { type Geometry, parseGeometry, parseWkb, parseWkt, parseXY, pointAt } from '#engine/geo/parse-geometry.ts';
import { defineProcessor, optionalOutputField, type Processor } from '../processor.ts';
import { createConversion } from './points.ts';
import ngeohash from 'ngeohash';
import {
  findTransformation,
  toWgs84Geometry,
  transformGeometry,
  type TransformPosition,
} from '#engine/geo/coordinate-systems.ts';
import type { Value } from '#engine/records/record.ts';

interface Conversion {
  readonly type: string;
  readonly label: string;
  /** Undefined for a text that cannot be converted. */
  readonly convert: (text: string) => Geometry | undefined;
  /** The error message for a value that cannot be converted. */
  readonly problem: string;
}

/** Defines a processor that converts texts of another notation to GeoJSON. */
const defineGeojsonConversion = ({ type, label, convert, problem }: Conversion): Processor =>
  defineProcessor({
    type,
    label,
    parameters: [{ name: 'field', type: 'field', label: 'Field', isMandatory: true }, optionalOutputField],
    prepare: ({ field, output_field: output }) =>
      createConversion(
        field,
        output || field,
        (value) => (typeof value === 'string' ? convert(value) : undefined),
        problem,
      ),
  });

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

/** Converts geometries in well-known binary (hexadecimal or base64) to GeoJSON. Geometries with an SRID are transformed to WGS 84. */
export const wkbToGeojson = defineGeojsonConversion({
  type: 'wkb_to_geojson',
  label: 'WKB to GeoJSON',
  convert: (text) => {
    const located = parseWkb(text);
    return located && toWgs84Geometry(located);
  },
  problem: 'This is not a geometry in well-known binary (hexadecimal or base64).',
});

/** Converts geometries in well-known text to GeoJSON. Geometries with an SRID are transformed to WGS 84. */
export const wktToGeojson = defineGeojsonConversion({
  type: 'wkt_to_geojson',
  label: 'WKT to GeoJSON',
  convert: (text) => {
    const located = parseWkt(text);
    return located && toWgs84Geometry(located);
  },
  problem: 'This is not a geometry in well-known text.',
});

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
