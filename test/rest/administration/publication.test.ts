import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { eventually, numberedRows, recordsOf, seedCsvDataset } from '#test/support/datasets/publishing.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin } = app;

const post = (uid: string, action: string, headers = {}) =>
  admin.rest('POST', `/datasets/${uid}/${action}/`, undefined, headers);
const status = async (uid: string) => (await admin.rest('GET', `/datasets/${uid}/status/`)).body;
const idle = (uid: string) =>
  eventually(
    () => status(uid),
    (body) => body.status === 'idle',
  );

test('publish, publish metadata and unpublish answer ok, and the status becomes idle', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/rest.csv', 'n\n1\n2\n'));
  const {
    body: before,
    headers: { etag },
  } = await admin.rest('GET', `/datasets/${uid}/status/`);
  expect(etag).toBe('"2"');
  expect(Object.keys(before)).toEqual([
    'status',
    'previous',
    'next',
    'since',
    'is_published',
    'message',
    'records_errors',
    'params',
  ]);
  expect(before).toMatchObject({
    status: 'idle',
    previous: null,
    next: null,
    is_published: false,
    message: null,
    records_errors: [],
    params: {},
  });
  expect(await post(uid, 'publish')).toMatchObject({ status: 200, body: { detail: 'ok' }, headers: { etag: '"3"' } });
  expect(await idle(uid)).toEqual({
    status: 'idle',
    previous: 'processing',
    next: null,
    since: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
    is_published: true,
    message: null,
    records_errors: [],
    params: {},
  });
  expect(await recordsOf(app, uid)).toEqual([{ n: 1 }, { n: 2 }]);
  expect(await post(uid, 'publish_metadata')).toMatchObject({ status: 200, body: { detail: 'ok' } });
  expect(await idle(uid)).toMatchObject({ previous: 'saving_version', is_published: true });
  expect(await post(uid, 'unpublish')).toMatchObject({ status: 200, body: { detail: 'ok' } });
  expect(await idle(uid)).toMatchObject({ previous: 'deleting', is_published: false });
});

test('abort stops a running publication', async () => {
  const tap = web.stream('/abort.csv');
  const uid = await seedCsvDataset(admin, tap.url);
  tap.send(`n,text\n${numberedRows(1, 1500)}`);
  await post(uid, 'publish');
  await eventually(
    () => status(uid),
    ({ status: state, params }) => state === 'processing' && params.rows_written >= 1000,
  );
  expect(await post(uid, 'abort')).toMatchObject({ status: 200, body: { detail: 'ok' } });
  expect(await idle(uid)).toMatchObject({ previous: 'aborting_processing', is_published: true });
  tap.close();
});

test('errors of records have the names of the wire', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/errors.csv', 'n\n1\nodd\n'));
  const {
    body: { uid: typed },
  } = await admin.rest('POST', `/datasets/${uid}/fields/`, { type: 'type', label: '', field: 'n', type_param: 'int' });
  await post(uid, 'publish');
  expect(await idle(uid)).toMatchObject({
    message: 'Values that do not fit the type of their field were left out: n (int): 1.',
    params: { record_errors: 1, lost_values: { n: 1 } },
    records_errors: [{ record_id: '1', field_uid: 'n', processor_uid: typed, message: expect.any(String) }],
  });
});

test('an action that the status does not allow is refused and changes nothing', async () => {
  const uid = await seedDataset(admin);
  for (const action of ['abort', 'unpublish', 'publish_metadata']) {
    expect(await post(uid, action)).toMatchObject({
      status: 400,
      body: { error_code: 'invalid_dataset_status', message: expect.any(String) },
    });
  }
  expect(await post(uid, 'publish', { 'if-match': '"9"' })).toMatchObject({ status: 412 });
  expect(await admin.rest('GET', `/datasets/${uid}/status/`)).toMatchObject({
    headers: { etag: '"1"' },
    body: { status: 'idle', previous: null },
  });
});

test('publishing needs the right to publish; a dataset that the caller may not read is 404', async () => {
  const uid = await seedDataset(admin);
  const [stranger, editor] = [await seedUser(app, 'stranger'), await seedUser(app, 'editor')];
  await seedRuleset(app, uid, { user: 'editor', permissions: ['edit_dataset'] });
  for (const action of ['publish', 'publish_metadata', 'abort', 'unpublish']) {
    expect(await stranger.rest('POST', `/datasets/${uid}/${action}/`)).toMatchObject({ status: 404 });
    expect(await editor.rest('POST', `/datasets/${uid}/${action}/`)).toMatchObject({
      status: 403,
      body: { error_code: 'permission_denied' },
    });
  }
  expect(await stranger.rest('GET', `/datasets/${uid}/status/`)).toMatchObject({ status: 404 });
  expect(await editor.rest('GET', `/datasets/${uid}/status/`)).toMatchObject({ status: 200 });
});
