import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { geometries, publishedFeatures, sampleFeatures } from '#test/support/datasets/features.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { unauthenticated } = app;
const uid = await publishedFeatures(app, web, sampleFeatures);
const exported = async (query = '') =>
  unauthenticated.restAt('/api/explore/v2.1')('GET', `/catalog/datasets/${uid}/exports/geojson${query}`);

test('a feature has the shape as its geometry and all other fields as properties, the point too', async () => {
  const { features, crs } = (await exported()).body;
  expect(crs).toBeUndefined();
  expect(features.map(({ geometry }: { geometry: object }) => geometry)).toEqual([
    ...Object.values(geometries).slice(0, -1),
    null,
  ]);
  expect(features[5].properties).toEqual({
    geo_point_2d: { lon: expect.any(Number), lat: expect.any(Number) },
    name: 'area with holes',
    note: null,
    size: null,
    number: 5,
    day: '2024-02-15',
    moment: '2024-01-31T23:30:15+00:00',
  });
});

test('without a shape the first point is the geometry', async () => {
  const { features } = (await exported('?select=exclude(geo_shape)&limit=1')).body;
  expect(features[0].geometry).toEqual(geometries['point']);
  expect(features[0].properties).not.toHaveProperty('geo_point_2d');
});

test('epsg writes the geometries in another system, which the member crs names', async () => {
  for (const code of ['2154', 'EPSG:2154']) {
    const { crs, features } = (await exported(`?epsg=${code}&limit=2`)).body;
    expect(crs).toEqual({ type: 'name', properties: { name: 'urn:ogc:def:crs:EPSG::2154' } });
    const [[x, y], [, , height]] = features.map(
      ({ geometry }: { geometry: { coordinates: number[] } }) => geometry.coordinates,
    );
    expect(Math.hypot(x - 652_469.02, y - 6_862_035.26)).toBeLessThan(0.1);
    expect(height).toBe(4805.6);
    expect(features[0].properties.geo_point_2d).toEqual({ lon: 2.3522, lat: 48.8566 });
  }
});

test('a geometry outside of the system is left out, and a member counts it', async () => {
  // the projection of Switzerland has no place for the other side of the earth
  const { features, notes } = (await exported('?epsg=2056')).body;
  expect(features).toHaveLength(sampleFeatures.length);
  expect(features[4]).toMatchObject({ geometry: null, properties: { name: 'lines across the antimeridian' } });
  expect(features[0].geometry.type).toBe('Point');
  expect(notes).toEqual([expect.stringMatching(/^Geometries left out because they are outside of EPSG:2056: \d\.$/)]);
});

test.each([
  ['2154', [-78.5, -0.2]],
  ['2154', [179, 47]],
  ['27700', [151, -33]],
  ['2163', [2.35, 48.85]],
])('a place far outside of the area of use of EPSG:%s is left out', async (code, coordinates) => {
  const place = await publishedFeatures(app, web, [
    { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates } },
  ]);
  const { features, notes } = (
    await unauthenticated.restAt('/api/explore/v2.1')('GET', `/catalog/datasets/${place}/exports/geojson?epsg=${code}`)
  ).body;
  expect([features[0].geometry, notes]).toEqual([
    null,
    [`Geometries left out because they are outside of EPSG:${code}: 1.`],
  ]);
});

test('the area of use of a system may cross the antimeridian', async () => {
  const place = await publishedFeatures(app, web, [
    { type: 'Feature', properties: {}, geometry: { type: 'Point', coordinates: [-179.5, 66] } },
  ]);
  const { features } = (
    await unauthenticated.restAt('/api/explore/v2.1')('GET', `/catalog/datasets/${place}/exports/geojson?epsg=2636`)
  ).body;
  expect(features[0].geometry.coordinates).toEqual([expect.any(Number), expect.any(Number)]);
});

test.each(['999999', 'x', 'EPSG:', '9'.repeat(1000)])('an unknown system such as %.10s is an error', async (epsg) => {
  expect(await exported(`?epsg=${epsg}`)).toMatchObject({
    status: 400,
    body: {
      error_code: 'InvalidRESTParameterError',
      message: expect.stringContaining('Invalid value for epsg API parameter'),
    },
  });
});
