import type { Feature, Geometry, Position } from 'geojson';
import type { TestApp } from '../app.ts';
import { seedDataset } from '../seed.ts';
import type { SourceServer } from '../sources/source-server.ts';
import { runAndFinish } from './publishing.ts';

let count = 0;

/** Publishes a GeoJSON file of the features; returns the dataset's uid. The fields are `geo_point_2d`, `geo_shape` and the properties. */
export async function publishedFeatures(
  { admin }: Pick<TestApp, 'admin'>,
  web: SourceServer,
  features: readonly Feature<Geometry | null>[],
): Promise<string> {
  const uid = await seedDataset(admin, { metadata: { default: { title: { value: 'Features' } } } });
  const url = web.serve(`/features-${++count}.geojson`, JSON.stringify({ type: 'FeatureCollection', features }));
  await admin.data('mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }', {
    input: {
      datasetUid: uid,
      type: 'geojsonfile',
      title: 'features',
      params: {},
      datasource: { http: { connection: { url } } },
    },
  });
  const { status, message } = await runAndFinish(admin, 'publishDataset', uid);
  if (status !== 'idle') throw new Error(message);
  return uid;
}

const square = (x: number, y: number, size: number): Position[] => [
  [x, y],
  [x + size, y],
  [x + size, y + size],
  [x, y + size],
  [x, y],
];

/** A hole, whose positions run in the opposite direction of the border. */
const hole = (x: number, y: number, size: number): Position[] => square(x, y, size).toReversed();

/** A geometry of each kind, with names that say what is special about it. */
export const geometries: Readonly<Record<string, Geometry | null>> = {
  point: { type: 'Point', coordinates: [2.3522, 48.8566] },
  'point with a height': { type: 'Point', coordinates: [6.865, 45.8326, 4805.6] },
  points: {
    type: 'MultiPoint',
    coordinates: [
      [1, 2],
      [3, 4],
    ],
  },
  line: {
    type: 'LineString',
    coordinates: [
      [0, 0],
      [1.5, 2.25],
      [3, 1],
    ],
  },
  'lines across the antimeridian': {
    type: 'MultiLineString',
    coordinates: [
      [
        [179, -16],
        [180, -16.5],
      ],
      [
        [-180, -16.5],
        [-179, -17],
      ],
    ],
  },
  'area with holes': { type: 'Polygon', coordinates: [square(0, 0, 10), hole(1, 1, 2), hole(5, 5, 3)] },
  areas: { type: 'MultiPolygon', coordinates: [[square(20, 20, 5), hole(21, 21, 1)], [square(30, 30, 5)]] },
  collection: {
    type: 'GeometryCollection',
    geometries: [
      { type: 'Point', coordinates: [7, 8] },
      { type: 'LineString', coordinates: [square(40, 40, 1)[0] ?? [], [41, 42]] },
      { type: 'Polygon', coordinates: [square(50, 50, 2)] },
    ],
  },
  nothing: null,
  'empty collection': { type: 'GeometryCollection', geometries: [] },
};

/** A feature for each of the geometries, with properties of each type; the last ones have null. */
export const sampleFeatures: readonly Feature<Geometry | null>[] = Object.entries(geometries).map(
  ([name, geometry], at) => ({
    type: 'Feature',
    geometry,
    properties: {
      name,
      note: at === 0 ? 'Genève & <Zürich> "日本" 😀\r\n\tend\u0001' : null,
      size: at < 5 ? at + 0.5 : null,
      number: at,
      day: at === 2 ? null : `2024-02-${String(at + 10)}`,
      moment: `2024-01-31T23:30:${String(at + 10)}Z`,
    },
  }),
);
