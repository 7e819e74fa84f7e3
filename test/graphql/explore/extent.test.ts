import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sql } from '#kernel/sql.ts';
import { ExtentBuilder } from '#records/extent/geographic-extent.ts';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { runAndFinish } from '#test/support/datasets/publishing.ts';
import { push, seedRealtime } from '#test/support/datasets/realtime.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin, unauthenticated } = app;
const towns = await publishedTowns(app, web);

const extentOf = async (uid: string, client = unauthenticated) =>
  (
    await client.data(
      'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { boundingBox { west south east north } geometryTypes } }',
      { uid },
    )
  ).catalogDataset;
const ofTowns = {
  boundingBox: { west: -78.4678, south: -0.1807, east: 7.4474, north: 48.8566 },
  geometryTypes: ['Point'],
};
const unknown = { boundingBox: null, geometryTypes: [] };

/** A realtime dataset to which these records were pushed, then published. */
async function pushedShapes(records: readonly object[]) {
  const realtime = await seedRealtime(app);
  await push(app, realtime.url, records);
  await runAndFinish(admin, 'publishDataset', realtime.datasetUid);
  return realtime;
}
const shape = (type: string, coordinates: unknown) => ({ type, coordinates });

test('a dataset has the box around its records and the types of their geometries', async () => {
  expect(await extentOf(towns)).toEqual(ofTowns);
  const { body } = await unauthenticated.restAt('/api/explore/v2.1')('GET', `/catalog/datasets/${towns}`);
  expect(body.metas.default.geometry_types).toEqual(['Point']);
  const [west, south, east, north] = [-78.4678, -0.1807, 7.4474, 48.8566];
  const ring = [
    ...[west, east, east, west, west].map((longitude, at) => [longitude, at === 2 || at === 3 ? north : south]),
  ];
  expect(body.metas.default.bbox).toEqual({
    type: 'Feature',
    geometry: { coordinates: [ring], type: 'Polygon' },
    properties: {},
  });
});

test('it covers only the fields that the caller sees, and is null where they see no data or not all records', async () => {
  expect(await extentOf(await publishedTowns(app, web, { defaultSecurity: { visibleFields: ['name'] } }))).toEqual(
    unknown,
  );
  expect(await extentOf(await publishedTowns(app, web, { defaultSecurity: { isDataVisible: false } }))).toEqual(
    unknown,
  );
  const filtered = await publishedTowns(app, web, { defaultSecurity: { filterQuery: 'country = "FR"' } });
  expect(await extentOf(filtered)).toEqual(unknown);
  expect(await extentOf(filtered, admin)).toEqual(ofTowns);
  const ada = await seedUser(app, 'ada');
  await seedRuleset(app, filtered, { user: 'ada' });
  expect(await extentOf(filtered, ada)).toEqual(ofTowns);
});

test('records that are pushed later extend it, and another publication replaces it', async () => {
  const square = shape('Polygon', [
    [
      [0, 0],
      [2, 0],
      [2, 2],
      [0, 0],
    ],
  ]);
  const { datasetUid, url } = await pushedShapes([{ area: square }]);
  const isFoundAtItsWest = async () =>
    (
      await admin.data(
        'query ($uid: String!) { catalog(filter: { datasetIds: [$uid], place: { west: -3, south: 0, east: -2, north: 2 } }) { totalCount } }',
        { uid: datasetUid },
      )
    ).catalog.totalCount === 1;
  expect(await extentOf(datasetUid)).toEqual({
    boundingBox: { west: 0, south: 0, east: 2, north: 2 },
    geometryTypes: ['Polygon'],
  });
  expect(await isFoundAtItsWest()).toBe(false);
  await push(app, url, {
    area: shape('MultiPoint', [
      [-3, 1],
      [1, 5],
    ]),
  });
  expect(await extentOf(datasetUid)).toEqual({
    boundingBox: { west: -3, south: 0, east: 2, north: 5 },
    geometryTypes: ['MultiPoint', 'Polygon'],
  });
  expect(await isFoundAtItsWest()).toBe(true);
});

test('where an earlier version published the records it is unknown until the next publication', async () => {
  const { datasetUid, url } = await pushedShapes([{ area: shape('Point', [1, 1]) }]);
  await app.services.db.rows(sql`update generation set extent = null where dataset_uid = ${datasetUid}`);
  await push(app, url, { area: shape('Point', [2, 2]) });
  expect(await extentOf(datasetUid)).toEqual(unknown);
  await runAndFinish(admin, 'publishDataset', datasetUid);
  expect((await extentOf(datasetUid)).boundingBox).toEqual({ west: 1, south: 1, east: 2, north: 2 });
});

test('a dataset without places has none', async () => {
  const { datasetUid } = await pushedShapes([{ name: 'nowhere' }]);
  expect(await extentOf(datasetUid)).toEqual(unknown);
});

test('it is that of all geometries together, however they arrive', () => {
  const position = fc.tuple(
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: -90, max: 90, noNaN: true }),
  );
  fc.assert(
    fc.property(
      fc.array(fc.array(position, { minLength: 1, maxLength: 5 }), { minLength: 1 }),
      fc.nat(),
      (lines, cut) => {
        const first = new ExtentBuilder();
        const geometries = lines.map((line) => ({ type: 'LineString', coordinates: line.map((each) => [...each]) }));
        for (const each of geometries.slice(0, cut)) first.add('track', each);
        const second = new ExtentBuilder(first.extent);
        for (const each of geometries.slice(cut)) second.add('track', each);
        const longitudes = lines.flat().map(([longitude]) => longitude);
        const latitudes = lines.flat().map(([, latitude]) => latitude);
        expect(second.extent['track']).toEqual({
          bounds: [Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes)],
          types: ['LineString'],
        });
      },
    ),
  );
});
