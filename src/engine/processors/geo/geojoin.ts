import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import Flatbush from 'flatbush';
import { boxOf } from '#engine/geo/representative-point.ts';
import {
  areasOf,
  type GeoPoint,
  type MultiPolygon,
  parseGeometry,
  type Polygon,
  type Position,
} from '#engine/geo/parse-geometry.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { checkJoinedFields, createFieldJoin, datasetParameter, joinParameters, joinReference } from '../joins.ts';
import { readPoint } from './points.ts';
import { defineProcessor } from '../processor.ts';

/** Adds to each record the fields of the records of another dataset whose areas contain its point, borders included. */
export const geojoin = defineProcessor({
  type: 'geojoin',
  label: 'Geo join',
  parameters: [
    datasetParameter,
    { name: 'field', type: 'field', label: 'Field', description: 'The points of this dataset.', isMandatory: true },
    {
      name: 'remote_field',
      type: 'field',
      label: 'Remote field',
      description: 'The shapes of the other dataset. Only areas are used.',
      isMandatory: true,
      isOfReference: true,
    },
    ...joinParameters,
  ],
  check: checkJoinedFields,
  reference: (params) => joinReference(params, [params.remote_field]),
  prepare: (params, { fields, records }) => {
    const { field, remote_field: shape } = params;
    const find = createAreaLookup(records, shape);
    const addFields = createFieldJoin(params, fields, [shape]);
    return (record, report) => {
      const point = readPoint(record, field, report);
      return addFields(record, point ? find(point) : []);
    };
  },
});

/** Finds the records whose shape contains a point, in order. An invalid shape contains no point. */
function createAreaLookup(records: readonly DataRecord[], shape: string): (point: GeoPoint) => DataRecord[] {
  const areas = records.flatMap((record) => areasIn(record[shape]).map((area) => ({ record, area })));
  if (areas.length === 0) return () => [];
  const index = new Flatbush(areas.length);
  for (const { area } of areas) index.add(...boxOf(bordersOf(area)));
  index.finish();
  return ({ lon, lat }) => {
    const near = index
      .search(lon, lat, lon, lat)
      .sort((one, other) => one - other)
      .map((index) => areas[index])
      .filter((area) => area !== undefined);
    return [...new Set(near.filter(({ area }) => booleanPointInPolygon([lon, lat], area)).map(({ record }) => record))];
  };
}

function areasIn(shape: unknown): (Polygon | MultiPolygon)[] {
  const geometry = parseGeometry(shape);
  return geometry ? areasOf(geometry) : [];
}

/** The outer borders of an area. They are enough for its bounding box, because holes lie inside. */
const bordersOf = ({ type, coordinates }: Polygon | MultiPolygon): Position[] =>
  (type === 'Polygon' ? [coordinates] : coordinates).flatMap(([border = []]) => border);
