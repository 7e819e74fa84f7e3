import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { failureOf } from '#test/support/http/rest-errors.ts';
import { runAndFinish, recordsOf } from '#test/support/datasets/publishing.ts';
import { push, seedRealtime } from '#test/support/datasets/realtime.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp({ WORKER: 'inline' });
const { admin, unauthenticated } = app;

const newPath = async (): Promise<string> =>
  `/datasets/${(await admin.rest('POST', '/datasets/', { metadata: {} })).body.uid}/resources`;
const refusedWith = (status: number, error_code: string) => ({ status, body: { error_code } });
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);

test('a realtime resource has no datasource; its address accepts pushed records and contains its key', async () => {
  const path = await newPath();
  const { status, body } = await admin.rest('POST', `${path}/`, { type: 'realtime', title: 'Measurements' });
  expect(status).toBe(201);
  expect(body).toEqual({
    uid: expect.stringMatching(/^re_/),
    type: 'realtime',
    title: 'Measurements',
    display_name: 'Measurements',
    updated_at: instant,
    extraction_infos: { type: 'realtime', label: 'Realtime' },
    origin: { type: 'realtime', label: 'Realtime' },
    params: { is_enabled: true },
    url: expect.stringMatching(/^http:\/\/[^/]+\/api\/push\/1\.0\/[^/]+\/re_\w{6}\/push\/\?pushkey=[\w-]{32}$/),
  });
  expect((await admin.rest('PUT', `${path}/${body.uid}/`, body)).body).toMatchObject({
    url: body.url,
    params: { is_enabled: true },
  });
  const datasource = { type: 'http', connection: { url: 'https://example.org/' } };
  expect(await admin.rest('POST', `${path}/`, { type: 'realtime', title: 'A', datasource })).toMatchObject({
    status: 400,
    body: { detail: { datasource: [expect.any(String)] } },
  });
});

test('the push key is hidden from callers who may not edit', async () => {
  const { datasetUid, uid } = await seedRealtime(app);
  const publisher = await seedUser(app, 'publisher');
  await seedRuleset(app, datasetUid, { user: 'publisher', permissions: ['publish_dataset'] });
  const { status, body } = await publisher.rest('GET', `/datasets/${datasetUid}/resources/${uid}/`);
  expect([status, 'url' in body, body.display_name]).toEqual([200, false, 'Measurements']);
  expect(await publisher.rest('POST', `/datasets/${datasetUid}/resources/${uid}/renew_api_key/`)).toMatchObject(
    refusedWith(403, 'permission_denied'),
  );
});

test('a realtime resource is enabled, disabled and given another key, each in a version of the data', async () => {
  const { datasetUid, uid, url } = await seedRealtime(app);
  const path = `/datasets/${datasetUid}/resources/${uid}`;
  expect(await admin.rest('POST', `${path}/disable/`)).toMatchObject({
    status: 200,
    headers: { etag: '"3"' },
    body: { uid, url, params: { is_enabled: false } },
  });
  expect(await push(app, url, { height: 1 })).toMatchObject(failureOf('PUSH_DISABLED'));
  expect(await admin.rest('POST', `${path}/enable`)).toMatchObject({
    status: 200,
    headers: { etag: '"4"' },
    body: { params: { is_enabled: true } },
  });
  const { body } = await admin.rest('POST', `${path}/renew_api_key/`);
  expect(body).toMatchObject({ uid, url: expect.not.stringContaining(new URL(url).search) });
  expect(await push(app, url, { height: 1 })).toMatchObject(failureOf('INVALID_PUSH_KEY'));
  expect(await push(app, body.url, { height: 1 })).toMatchObject({ status: 200, body: { status: 'OK' } });
  const versions = await admin.rest('GET', `/datasets/${datasetUid}/versions/`);
  expect(versions.body.results.map(({ sections }: { sections: string[] }) => sections).slice(0, 3)).toEqual([
    ['data'],
    ['data'],
    ['data'],
  ]);
  expect(JSON.stringify(versions.body)).not.toContain('pushkey');
  for (const action of ['enable', 'disable', 'renew_api_key', 'recover', 'delete_recover_data']) {
    expect(await admin.rest('POST', `${path}/${action}/`, undefined, { 'if-match': '"1"' })).toMatchObject({
      status: 412,
    });
    expect(await unauthenticated.rest('POST', `${path}/${action}/`)).toMatchObject(refusedWith(401, 'unauthorized'));
    expect(await admin.rest('POST', `/datasets/${datasetUid}/resources/re_none00/${action}/`)).toMatchObject(
      refusedWith(404, 'not_found'),
    );
  }
});

test('other kinds of resources refuse these operations, and the log is unavailable while the dataset is not published', async () => {
  const { datasetUid, uid } = await seedRealtime(app);
  const path = `/datasets/${datasetUid}/resources`;
  const {
    body: { uid: other },
  } = await admin.rest('POST', `${path}/`, { type: 'csvfile', title: 'Cities', url: 'https://example.org/a.csv' });
  for (const action of ['enable', 'disable', 'renew_api_key', 'recover', 'delete_recover_data']) {
    expect(await admin.rest('POST', `${path}/${other}/${action}/`)).toMatchObject(refusedWith(400, 'validation_error'));
  }
  for (const action of ['recover', 'delete_recover_data']) {
    expect(await admin.rest('POST', `${path}/${uid}/${action}/`)).toMatchObject(
      refusedWith(400, 'invalid_dataset_status'),
    );
  }
});

test('records are pushed one by one or in a list, without an API key; without the push key the answer reveals nothing', async () => {
  const { datasetUid, uid, url } = await seedRealtime(app);
  expect(await push(app, url, { name: 'Paris', height: 35 })).toMatchObject({ status: 200, body: { status: 'OK' } });
  expect(
    await push(app, url.replace('/push/?', '/push?'), [
      { name: 'Lyon', height: 173 },
      { name: 'Nice', height: 10 },
    ]),
  ).toMatchObject({ status: 200 });
  for (const wrong of [
    `${url}x`,
    url.split('?')[0] ?? '',
    url.replace(uid, 're_none00'),
    url.replace('/push/1.0/', '/push/1.0/none-'),
  ]) {
    expect(await push(app, wrong, { name: 'Rome' })).toMatchObject(failureOf('INVALID_PUSH_KEY'));
  }
  for (const wrong of ['{', '"text"', '1', '[1]', '[[{}]]', 'null', ''])
    expect(await push(app, url, wrong)).toMatchObject(refusedWith(400, 'bad_request'));
  expect(await push(app, url, '{"name": "a\\u0000b"}')).toMatchObject({ status: 400 });
  expect(await push(app, url, { name: 'x'.repeat(1_100_000) })).toMatchObject(refusedWith(413, 'payload_too_large'));
  expect((await admin.rest('GET', `/datasets/${datasetUid}/`)).headers.etag).toBe('"2"');
  await runAndFinish(admin, 'publishDataset', datasetUid);
  expect(await recordsOf(app, datasetUid)).toEqual([
    { name: 'Paris', height: 35 },
    { name: 'Lyon', height: 173 },
    { name: 'Nice', height: 10 },
  ]);
});
