import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;

const seed = async (): Promise<string> =>
  `/datasets/${(await admin.rest('POST', '/datasets/', { metadata: {} })).body.uid}`;

test('versions are listed newest first, each as the contract writes it', async () => {
  const path = await seed();
  await admin.rest('POST', `${path}/processors/`, { type: 'skip_record', field: 'name' });
  const { status, headers, body } = await admin.rest('GET', `${path}/versions/`);
  expect([status, headers['etag']]).toEqual([200, '"2"']);
  expect(body).toMatchObject({ total_count: 2, next: null, previous: null });
  const [newest, oldest] = body.results;
  expect(newest).toEqual({
    uid: expect.stringMatching(/^ch_[0-9a-z]{6}$/),
    sections: ['processors'],
    created_by: { username: 'admin' },
    can_restore: true,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
  expect(oldest.sections).toEqual(['data', 'metadata', 'security']);
  expect(await admin.rest('GET', `${path}/versions/${newest.uid}`)).toMatchObject({ status: 200, body: newest });
  expect(await admin.rest('GET', `${await seed()}/versions/${newest.uid}/`)).toMatchObject({
    status: 404,
    body: { error_code: 'not_found' },
  });
});

test('the last 20 versions are kept', async () => {
  const path = await seed();
  for (let index = 0; index < 21; index += 1) await admin.rest('PUT', `${path}/`, { dataset_id: `name-${index}` });
  const { body } = await admin.rest('GET', `${path}/versions/?limit=1000`);
  expect(body.total_count).toBe(20);
  expect(body.results).toHaveLength(20);
});

test('versions are read-only', async () => {
  const path = await seed();
  const { body } = await admin.rest('GET', `${path}/versions/`);
  expect(await admin.rest('POST', `${path}/versions/`, {})).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD, OPTIONS' },
  });
  expect(await admin.rest('DELETE', `${path}/versions/${body.results[0].uid}/`)).toMatchObject({ status: 405 });
});

test('restoring a version returns the dataset with its keys in order', async () => {
  const { body: dataset } = await admin.rest('POST', '/datasets/', {
    dataset_id: 'first',
    metadata: { default: { title: { value: 'A' } } },
  });
  const path = `/datasets/${dataset.uid}`;
  const [version] = (await admin.rest('GET', `${path}/versions/`)).body.results;
  await admin.rest('PUT', `${path}/`, { dataset_id: 'second' });
  const restored = await admin.rest('POST', `${path}/versions/${version.uid}/restore`);
  expect(restored).toMatchObject({ status: 200, headers: { etag: '"3"' } });
  expect(restored.body).toEqual({ ...dataset, updated_at: expect.any(String) });
  expect(Object.keys(restored.body)).toEqual(Object.keys(dataset));
  expect(await admin.rest('POST', `${path}/versions/${version.uid}/restore/`, {})).toMatchObject({
    status: 200,
    headers: { etag: '"4"' },
  });
  expect((await admin.rest('GET', `${path}/versions/`)).body.results[0]).toMatchObject({
    sections: [],
    can_restore: true,
  });
});

test('a refused restore has the errors in the order of the contract', async () => {
  const path = await seed();
  const [version] = (await admin.rest('GET', `${path}/versions/`)).body.results;
  const restoring = `${path}/versions/${version.uid}/restore/`;
  await admin.rest('PUT', `${path}/`, { dataset_id: 'left-behind', is_restricted: true });
  const taken = await admin.rest('POST', '/datasets/', { dataset_id: 'taken', metadata: {} });
  const editor = await seedUser(app, 'rest-editor', { permissions: ['edit_dataset'] });
  const publisher = await seedUser(app, 'rest-publisher');
  await seedRuleset(app, path.split('/')[2] ?? '', { user: 'rest-publisher', permissions: ['publish_dataset'] });
  expect(await unauthenticated.rest('POST', restoring)).toMatchObject({ status: 401 });
  expect(await admin.rest('POST', `/datasets/${taken.body.uid}/versions/${version.uid}/restore/`)).toMatchObject({
    status: 404,
    body: { error_code: 'not_found' },
  });
  expect(await (await seedUser(app, 'rest-stranger')).rest('POST', restoring)).toMatchObject({ status: 404 });
  expect(await publisher.rest('POST', restoring)).toMatchObject({
    status: 403,
    body: { error_code: 'permission_denied' },
  });
  expect(await editor.rest('POST', restoring, undefined, { 'if-match': '"1"' })).toMatchObject({ status: 403 });
  expect(await admin.rest('POST', restoring, undefined, { 'if-match': '"1"' })).toMatchObject({
    status: 412,
    body: { error_code: 'revision_mismatch' },
  });
  expect(await admin.rest('POST', restoring, [1])).toMatchObject({ status: 400, body: { error_code: 'bad_request' } });
  await admin.rest('PUT', `${path}/`, { is_restricted: false });
  await admin.rest('PUT', `/datasets/${taken.body.uid}/`, { dataset_id: path.split('/')[2] });
  const first = (await admin.rest('GET', `/datasets/${taken.body.uid}/versions/`)).body.results.at(-1);
  await admin.rest('POST', '/datasets/', { dataset_id: 'taken', metadata: {} });
  await admin.rest('PUT', `/datasets/${taken.body.uid}/`, { dataset_id: 'elsewhere' });
  const again = await admin.rest('POST', '/datasets/', { dataset_id: 'taken', metadata: {} });
  expect([201, 400]).toContain(again.status);
  expect(await admin.rest('POST', `/datasets/${taken.body.uid}/versions/${first.uid}/restore/`)).toMatchObject({
    status: 400,
    body: {
      error_code: 'validation_error',
      message: 'Invalid input',
      detail: { can_restore: ['Another dataset now has the identifier taken.'] },
    },
  });
});
