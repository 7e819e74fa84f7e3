import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { joinParams, publishedCities, seedTrips } from '#test/support/datasets/joins.ts';
import { recordsOf, finishedRestStatus } from '#test/support/datasets/publishing.ts';
import { seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';
import { invalid } from '#test/support/http/rest-errors.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin } = app;

test('a join is saved with its parameters at the top level, lists as they were sent, and published', async () => {
  const cities = await publishedCities(app, web);
  const trips = await seedTrips(admin, web);
  const join = { type: 'join_datasets', ...joinParams(cities, { local_key: ['canton'], output_fields: ['name'] }) };
  const { status, body } = await admin.rest('POST', `/datasets/${trips}/processors/`, join);
  expect([status, body]).toEqual([201, { ...join, uid: expect.any(String), label: '' }]);
  await admin.rest('POST', `/datasets/${trips}/publish/`);
  expect(await finishedRestStatus(app, trips)).toMatchObject({ status: 'idle' });
  expect(await recordsOf(app, trips)).toMatchObject([
    { name: 'Genève' },
    { name: 'Bern' },
    { name: null },
    { name: 'Zürich' },
  ]);
});

test('errors of joins and coordinates name the parameters', async () => {
  const stranger = await seedUser(app, 'stranger', { permissions: ['create_dataset'] });
  const cities = await publishedCities(app, web, { isDataVisible: false });
  const path = `/datasets/${await seedTrips(stranger, web)}/processors/`;
  expect(await stranger.rest('POST', path, { type: 'join_datasets', ...joinParams(cities) })).toMatchObject(
    invalid('dataset'),
  );
  expect(
    await stranger.rest('POST', path, { type: 'join_datasets', ...joinParams(cities, { local_key: ['a', 'b'] }) }),
  ).toMatchObject(invalid('remote_key'));
  expect(
    await stranger.rest('POST', path, { type: 'geojoin', dataset: cities, field: 'at', remote_field: 'shape' }),
  ).toMatchObject(invalid('output_fields'));
  expect(
    await stranger.rest('POST', path, { type: 'transform_coordinates', field: 'at', source_epsg: 'EPSG:99999' }),
  ).toMatchObject(invalid('source_epsg'));
  for (const local of [
    {},
    [null],
    [['a']],
    7,
    ['__proto__'],
    Array.from({ length: 1_001 }, (_, index) => `f${index}`),
  ]) {
    expect(
      await stranger.rest('POST', path, { type: 'join_datasets', ...joinParams(cities, { local_key: local }) }),
    ).toMatchObject(invalid('local_key'));
  }
});

test('the list of processors describes the parameters of a join', async () => {
  const { body } = await admin.rest('GET', '/processors/');
  const join = body.find(({ type }: { type: string }) => type === 'join_datasets');
  expect(join).toMatchObject({
    label: 'Join datasets',
    parameters: [
      { name: 'dataset', type: 'text', is_mandatory: true },
      { name: 'local_key', type: 'fields' },
      {},
      {},
      {},
      {},
      {},
    ],
  });
});
