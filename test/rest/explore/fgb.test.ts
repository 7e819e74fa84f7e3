import { expect, test } from '@jest/globals';
import { deserialize } from 'flatgeobuf/lib/mjs/geojson.js';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { geometries, publishedFeatures, sampleFeatures } from '#test/support/datasets/features.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const uid = await publishedFeatures(app, web, sampleFeatures);
const exported = (query = '', of = uid) =>
  app.http.inject(`/api/explore/v2.1/catalog/datasets/${of}/exports/fgb${query && `?${query}`}`);

/** The header and the features of a file. */
async function read({ rawPayload }: Awaited<ReturnType<typeof exported>>) {
  const headers: {
    columns?: { name: string; title: string | null }[] | null;
    description?: string | null;
    featuresCount?: number;
    crs?: { code: number; org: string | null } | null;
  }[] = [];
  const features = [];
  const bytes = new Uint8Array(rawPayload);
  for await (const feature of deserialize(bytes, { headerMetaFn: (header: object) => headers.push(header) }))
    features.push(feature);
  return { header: headers[0], features };
}
const noGeometry = { type: 'GeometryCollection', geometries: [] };

test('a FlatGeobuf has a feature for each record, with its geometry and its typed values', async () => {
  const answer = await exported();
  expect(answer.headers).toMatchObject({
    'content-type': 'application/octet-stream',
    'content-disposition': expect.stringContaining('.fgb"'),
  });
  const { header, features } = await read(answer);
  expect(header?.crs).toMatchObject({ org: 'EPSG', code: 4326 });
  expect(features.map(({ geometry }) => geometry)).toEqual(
    Object.values(geometries).map((geometry) => geometry ?? noGeometry),
  );
  expect(features[0]?.properties).toEqual({
    geo_point_2d: { lon: 2.3522, lat: 48.8566 },
    name: 'point',
    note: 'Genève & <Zürich> "日本" 😀\r\n\tend\u0001',
    size: 0.5,
    number: 0,
    day: '2024-02-10',
    moment: '2024-01-31T23:30:10+00:00',
  });
  expect(Object.keys(features[5]?.properties ?? {})).toEqual(['geo_point_2d', 'name', 'number', 'day', 'moment']);
});

test('points, several values and labels are kept', async () => {
  const towns = await publishedTowns(app, web);
  const { header, features } = await read(await exported('', towns));
  expect(header?.columns?.map(({ name, title }) => [name, title])).toContainEqual(['population', 'population']);
  expect(features[0]).toMatchObject({
    geometry: { type: 'Point', coordinates: [2.3522, 48.8566] },
    properties: { name: 'Paris', population: 2_100_000, area: 105.4, tags: ['capital', 'river'] },
  });
  expect(features[4]?.properties).not.toHaveProperty('population');
});

test('epsg writes the geometries in another system, which the header names', async () => {
  const { header, features } = await read(await exported('epsg=2154&limit=2'));
  expect(header?.crs).toMatchObject({ org: 'EPSG', code: 2154 });
  const [[x = NaN, y = NaN] = [], [, , height] = []] = features.map(
    ({ geometry }) => (geometry as { coordinates: number[] }).coordinates,
  );
  expect(Math.hypot(x - 652_469.02, y - 6_862_035.26)).toBeLessThan(0.1);
  expect(height).toBe(4805.6);
});

test('the header counts the features, and describes how many geometries the system cannot express', async () => {
  const { header, features } = await read(await exported('epsg=2056'));
  expect(header?.featuresCount).toBe(features.length);
  expect(header?.description).toMatch(/^Geometries left out because they are outside of EPSG:2056: \d\.$/);
  expect((await read(await exported())).header?.description ?? null).toBeNull();
});

test('no record gives a file without features, and groups may have no geometry', async () => {
  expect((await read(await exported('where=number%3C0'))).features).toEqual([]);
  const { features } = await read(await exported('select=count(*)%20as%20n&limit=1'));
  expect(features).toEqual([{ id: 0, type: 'Feature', geometry: noGeometry, properties: { n: 10 } }]);
});
