import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp({ MAX_UPLOAD_BYTES: '10000' });
const { admin, unauthenticated } = app;

const newPath = async (): Promise<string> =>
  `/datasets/${(await admin.rest('POST', '/datasets/', { metadata: {} })).body.uid}/attachments`;
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const missing = { status: 404, body: { error_code: 'not_found' } };

test('an attachment is created, retrieved, downloaded and deleted', async () => {
  const path = await newPath();
  const created = await admin.upload(`${path}/`, '../legend.csv', 'color;meaning\n');
  expect(created).toMatchObject({ status: 201, headers: { etag: '"2"' } });
  expect(created.body).toEqual({
    uid: expect.stringMatching(/^at_[0-9a-z]{6}$/),
    filename: 'legend.csv',
    mimetype: 'text/csv',
    created_at: instant,
  });
  expect(Object.keys(created.body)).toEqual(['uid', 'filename', 'mimetype', 'created_at']);
  const one = `${path}/${created.body.uid}`;
  expect(await admin.rest('GET', `${one}/`)).toMatchObject({
    status: 200,
    headers: { etag: '"2"' },
    body: created.body,
  });
  expect(await admin.rest('GET', one)).toMatchObject({ status: 200, body: created.body });
  expect(await admin.rest('GET', `${one}/download/`)).toMatchObject({
    status: 200,
    body: 'color;meaning\n',
    headers: {
      'content-type': 'text/csv',
      'content-length': '14',
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringContaining('sandbox'),
      'content-disposition': 'attachment; filename="legend.csv"; filename*=UTF-8\'\'legend.csv',
    },
  });
  const head = await app.http.inject({
    method: 'HEAD',
    url: `/api/automation/v1.0${one}/download/`,
    headers: { authorization: 'Apikey test-administrator-key' },
  });
  expect([head.statusCode, head.headers['content-length'], head.body]).toEqual([200, '14', '']);
  expect(await admin.rest('DELETE', `${one}/`)).toMatchObject({ status: 204, body: null, headers: { etag: '"3"' } });
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/download/'],
    ['DELETE', '/'],
  ] as const) {
    expect(await admin.rest(method, `${one}${path}`)).toMatchObject(missing);
  }
});

test('several attachments may have one name, and are listed by creation', async () => {
  const path = await newPath();
  for (const content of ['one', 'two', 'three']) await admin.upload(path, 'same.txt', content);
  const { body, headers } = await admin.rest('GET', `${path}?limit=2&offset=1`);
  expect(headers['etag']).toBe('"4"');
  expect(body).toMatchObject({
    total_count: 3,
    next: null,
    previous: expect.stringContaining('/attachments/?limit=2&offset=0'),
  });
  expect(body.results).toHaveLength(2);
  const all = (await admin.rest('GET', `${path}/`)).body.results;
  const contents = await Promise.all(
    all.map(async ({ uid }: { uid: string }) => (await admin.rest('GET', `${path}/${uid}/download/`)).body),
  );
  expect(contents).toEqual(['one', 'two', 'three']);
  expect(await admin.rest('GET', `${path}/?limit=1001`)).toMatchObject({
    status: 400,
    body: { error_code: 'validation_error', detail: { limit: [expect.any(String)] } },
  });
});

test('an invalid attachment is refused, and nothing changes', async () => {
  const path = await newPath();
  expect(await admin.upload(`${path}/`, 'large.bin', 'x'.repeat(10_001))).toMatchObject({
    status: 413,
    body: { error_code: 'payload_too_large' },
  });
  expect(await admin.rest('POST', `${path}/`, { file: 'none' })).toMatchObject({
    status: 415,
    body: { error_code: 'unsupported_media_type' },
  });
  expect(await admin.upload(`${path}/`, 'a.txt', 'a', { 'if-match': '"7"' })).toMatchObject({
    status: 412,
    body: { error_code: 'revision_mismatch' },
  });
  expect(await unauthenticated.upload(`${path}/`, 'a.txt', 'a')).toMatchObject({ status: 401 });
  expect(await unauthenticated.rest('GET', `${path}/`)).toMatchObject({ status: 401 });
  expect(await admin.upload('/datasets/da_none00/attachments/', 'a.txt', 'a')).toMatchObject(missing);
  expect(await admin.rest('GET', `${path}/`)).toMatchObject({
    status: 200,
    headers: { etag: '"1"' },
    body: { total_count: 0 },
  });
});

test('an attachment of another dataset is 404', async () => {
  const [here, there] = [await newPath(), await newPath()];
  const {
    body: { uid },
  } = await admin.upload(`${there}/`, 'a.txt', 'a');
  for (const [method, path] of [
    ['GET', '/'],
    ['GET', '/download/'],
    ['DELETE', '/'],
  ] as const) {
    expect(await admin.rest(method, `${here}/${uid}${path}`)).toMatchObject(missing);
  }
  expect(await admin.rest('DELETE', `${there}/${uid}/`, undefined, { 'if-match': '"1"' })).toMatchObject({
    status: 412,
  });
  expect(await admin.rest('GET', `${there}/${uid}/`)).toMatchObject({ status: 200, headers: { etag: '"2"' } });
});

test('a caller who may only publish reads attachments and changes none', async () => {
  const path = await newPath();
  const {
    body: { uid },
  } = await admin.upload(`${path}/`, 'a.txt', 'a');
  const publisher = await seedUser(app, 'publisher');
  await seedRuleset(app, path.split('/')[2] ?? '', { user: 'publisher', permissions: ['publish_dataset'] });
  expect(await publisher.rest('GET', `${path}/${uid}/download/`)).toMatchObject({ status: 200, body: 'a' });
  const denied = { status: 403, body: { error_code: 'permission_denied' } };
  expect(await publisher.upload(`${path}/`, 'b.txt', 'b')).toMatchObject(denied);
  expect(await publisher.rest('DELETE', `${path}/${uid}/`)).toMatchObject(denied);
});
