import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { repetitions } from '#test/support/repetitions.ts';
import { limitedKeyOf } from '#test/support/seed.ts';
import { createFixture, requestAll, settings } from '../fixture/fixture.ts';
import { fingerprint } from '../fixture/fingerprint.ts';
import { parametersOf, routedOperations, type Operation } from '../requests/operations.ts';
import { request, triedVariants } from '../requests/request.ts';

const app = await testApp(settings);
const [fixture, other] = [await createFixture(app, 'a'), await createFixture(app, 'b')];
const uid = fixture.values['dataset_uid'] ?? '';
const limited = await limitedKeyOf(app, app.admin, { datasetUids: [uid] });

const isOnDataset = ({ path }: Operation): boolean => parametersOf(path).includes('dataset_uid');
const onDatasets = routedOperations.filter(isOnDataset);
const notFound = { error_code: 'not_found', message: 'Not found.' };
const missing = { ...other, values: { ...other.values, dataset_uid: 'da_zzzzzz' } };

test('every operation on another dataset is answered as on a dataset that does not exist, and changes nothing', async () => {
  const before = await fingerprint(app, other);
  for (const operation of onDatasets) {
    for (const options of triedVariants(operation, repetitions)) {
      const { status, body } = await request(limited, operation, other, options);
      expect([operation.name, status, body]).toEqual([operation.name, 404, notFound]);
    }
    expect((await request(limited, operation, missing)).body).toEqual(notFound);
  }
  expect(await fingerprint(app, other)).toEqual(before);
});

test('outside of datasets, the portal is that of a caller without a key', async () => {
  for (const operation of routedOperations.filter(
    ({ api, name }) => !api.needsKey && name !== 'Submit form' && !name.includes('change request'),
  )) {
    const [read, expected] = [
      await request(limited, operation, other),
      await request(app.unauthenticated, operation, other),
    ];
    expect([operation.name, read.status, read.body]).toEqual([operation.name, expected.status, expected.body]);
  }
});

test('the key creates and copies no dataset, submits to no form that needs a key, and manages no connection', async () => {
  const before = await fingerprint(app, fixture, other);
  const expected = { 'Create dataset': 403, 'Copy dataset': 403, 'Submit form': 403, 'Submit change request': 403 };
  const statuses = [];
  for (const operation of routedOperations.filter(({ name }) => name in expected))
    statuses.push([operation.name, (await request(limited, operation, fixture)).status]);
  expect(Object.fromEntries(statuses)).toEqual(expected);
  for (const operation of routedOperations.filter(({ family }) => family === 'connections')) {
    const { status, body } = await request(limited, operation, fixture);
    if (operation.name === 'List connections') expect(body).toMatchObject({ total_count: 0, results: [] });
    else expect([operation.name, status]).toEqual([operation.name, operation.name === 'Create connection' ? 403 : 404]);
  }
  expect(await fingerprint(app, fixture, other)).toEqual(before);
});

test('on its dataset, the key does all that its owner may do', async () => {
  const answers = await requestAll(app, fixture, (operation) =>
    isOnDataset(operation) && operation.name !== 'Copy dataset' ? limited : app.admin,
  );
  expect(
    answers.flatMap(([operation, { status, body }]) =>
      operation.api.needsKey && status !== operation.ok ? [[operation.name, status, body]] : [],
    ),
  ).toEqual([]);
});

test('the key keeps its limit when the dataset is deleted', async () => {
  expect((await limited.rest('GET', '/datasets/')).body).toMatchObject({ total_count: 0, results: [] });
  expect((await limited.rest('GET', `/datasets/${other.values['dataset_uid'] ?? ''}/`)).status).toBe(404);
  expect((await limited.rest('POST', '/datasets/', { metadata: {} })).status).toBe(403);
});
