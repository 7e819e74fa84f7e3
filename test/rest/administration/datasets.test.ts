import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;
const metadata = { default: { title: { value: 'Weather of Seattle' } } };

test('a dataset is created, retrieved, updated and deleted', async () => {
  const created = await admin.rest('POST', '/datasets/', { dataset_id: 'weather', metadata });
  expect(created.status).toBe(201);
  expect(created.headers['etag']).toBe('"1"');
  expect(Object.keys(created.body)).toEqual([
    'uid',
    'dataset_id',
    'created_at',
    'updated_at',
    'created_by',
    'updated_by',
    'is_published',
    'is_restricted',
    'metadata',
    'default_security',
  ]);
  expect(created.body).toMatchObject({
    uid: expect.stringMatching(/^da_[0-9a-z]{6}$/),
    dataset_id: 'weather',
    created_by: { username: 'admin' },
    is_published: false,
    is_restricted: false,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    default_security: { is_data_visible: true, visible_fields: null, filter_query: '', api_calls_quota: null },
  });
  const path = `/datasets/${created.body.uid}`;
  expect((await admin.rest('GET', path)).body).toEqual(created.body);
  const updated = await admin.rest('PUT', `${path}/`, { dataset_id: 'weather-2', metadata: { ignored: true } });
  expect(updated).toMatchObject({ status: 200, headers: { etag: '"2"' }, body: { dataset_id: 'weather-2' } });
  expect(await admin.rest('PUT', `${path}/`)).toMatchObject({ status: 200, headers: { etag: '"2"' } });
  expect(await admin.rest('DELETE', `${path}/`)).toMatchObject({ status: 204, body: null });
  expect(await admin.rest('GET', `${path}/`)).toMatchObject({
    status: 404,
    body: { error_code: 'not_found', message: 'Not found.' },
  });
});

test('a list has its envelope, and pages that link to one another', async () => {
  for (const dataset_id of ['one', 'two', 'three'])
    await admin.rest('POST', '/datasets/', { dataset_id, metadata: {} });
  const first = await admin.rest('GET', '/datasets?limit=2&apikey=test-administrator-key&sort=x');
  expect(Object.keys(first.body)).toEqual(['total_count', 'next', 'previous', 'results']);
  expect(first.body).toMatchObject({
    total_count: 3,
    previous: null,
    results: [{ dataset_id: 'one' }, { dataset_id: 'two' }],
  });
  expect(first.body.next).toBe('http://localhost:80/api/automation/v1.0/datasets/?limit=2&sort=x&offset=2');
  expect((await admin.rest('GET', '/datasets/?limit=0')).body).toEqual({
    total_count: 3,
    next: null,
    previous: null,
    results: [],
  });
  expect((await admin.rest('GET', '/datasets/?dataset_id=two')).body).toMatchObject({
    total_count: 1,
    results: [{ dataset_id: 'two' }],
  });
  expect((await admin.rest('GET', '/datasets/?dataset_id=none')).body).toMatchObject({ total_count: 0, results: [] });
  for (const query of ['limit=1001', 'limit=-1', 'limit=x', 'offset=-1', 'limit=1.5']) {
    const name = query.slice(0, query.indexOf('='));
    expect(await admin.rest('GET', `/datasets/?${query}`)).toMatchObject({
      status: 400,
      body: { error_code: 'validation_error', message: 'Invalid input', detail: { [name]: [expect.any(String)] } },
    });
  }
});

test('checks are made in the order of the contract', async () => {
  const {
    body: { uid },
  } = await admin.rest('POST', '/datasets/', { dataset_id: 'ordered', metadata: {} });
  const broken = { 'content-type': 'application/json' };
  expect(await unauthenticated.rest('PATCH' as 'PUT', '/datasets/')).toMatchObject({
    status: 401,
    body: { error_code: 'unauthorized' },
  });
  expect(await admin.rest('PATCH' as 'PUT', '/datasets/')).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD, POST, OPTIONS' },
  });
  expect(await admin.rest('PUT', '/datasets/da_none00/', '{', broken)).toMatchObject({ status: 404 });
  expect(await admin.rest('PUT', `/datasets/${uid}/`, '{', broken)).toMatchObject({
    status: 400,
    body: { error_code: 'bad_request' },
  });
  expect(await admin.rest('PUT', `/datasets/${uid}/`, 'a=b', { 'content-type': 'text/csv' })).toMatchObject({
    status: 415,
    body: { error_code: 'unsupported_media_type' },
  });
  expect(await admin.rest('PUT', `/datasets/${uid}/`, { is_restricted: 'yes' }, { 'if-match': '"7"' })).toMatchObject({
    status: 412,
  });
  expect(await admin.rest('PUT', `/datasets/${uid}/`, { is_restricted: true }, { 'if-match': '"7"' })).toMatchObject({
    status: 412,
    body: { error_code: 'revision_mismatch' },
  });
  expect(await admin.rest('POST', '/datasets/', { dataset_id: 'ordered', metadata: {} })).toMatchObject({
    status: 400,
    body: { error_code: 'validation_error', detail: { dataset_id: [expect.any(String)] } },
  });
  expect(await admin.rest('POST', '/datasets/', { dataset_id: 5 })).toMatchObject({
    status: 400,
    body: { detail: { dataset_id: [expect.any(String)], metadata: ['This field is required.'] } },
  });
  expect(await admin.rest('GET', '/nothing/')).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
});

test('a copy returns the new dataset with its keys in order', async () => {
  const {
    body: { uid, ...original },
  } = await admin.rest('POST', '/datasets/', { dataset_id: 'to-copy', metadata });
  const copied = await admin.rest('POST', `/datasets/${uid}/copy`);
  expect(copied).toMatchObject({ status: 201, headers: { etag: '"1"' } });
  expect(copied.body).toEqual({
    ...original,
    uid: expect.stringMatching(/^da_[0-9a-z]{6}$/),
    dataset_id: 'to-copy-1',
    created_at: expect.any(String),
    updated_at: expect.any(String),
  });
  expect(copied.body.uid).not.toBe(uid);
  expect(await admin.rest('POST', `/datasets/${uid}/copy/`, {})).toMatchObject({
    status: 201,
    body: { dataset_id: 'to-copy-2' },
  });
  expect(await unauthenticated.rest('POST', `/datasets/${uid}/copy/`)).toMatchObject({ status: 401 });
  expect(await admin.rest('POST', '/datasets/da_none00/copy/')).toMatchObject({
    status: 404,
    body: { error_code: 'not_found' },
  });
  expect(await admin.rest('POST', `/datasets/${uid}/copy/`, [1])).toMatchObject({
    status: 400,
    body: { error_code: 'bad_request' },
  });
  expect(await admin.rest('POST', `/datasets/${uid}/copy/`, undefined, { 'if-match': '"7"' })).toMatchObject({
    status: 412,
    body: { error_code: 'revision_mismatch' },
  });
  const editor = await seedUser(app, 'editor', { permissions: ['edit_dataset'] });
  expect(await editor.rest('POST', `/datasets/${uid}/copy/`)).toMatchObject({
    status: 403,
    body: { error_code: 'permission_denied' },
  });
  expect((await admin.rest('GET', '/datasets/?dataset_id=to-copy')).body.results).toMatchObject([
    { uid, dataset_id: 'to-copy' },
  ]);
});
