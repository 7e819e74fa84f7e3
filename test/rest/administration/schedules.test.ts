import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;

const schedules = async (): Promise<string> =>
  `/datasets/${(await admin.rest('POST', '/datasets/', { metadata: {} })).body.uid}/schedules`;
const daily = { cron_schedule: '0 6 * * *' };
const invalid = {
  status: 400,
  body: { error_code: 'validation_error', message: 'Invalid input', detail: { cron_schedule: [expect.any(String)] } },
};

test('a schedule is created, retrieved, replaced and deleted', async () => {
  const path = await schedules();
  const created = await admin.rest('POST', `${path}/`, { ...daily, uid: 'sc_mine00', note: 1 });
  expect(created).toMatchObject({ status: 201, headers: { etag: '"2"' } });
  expect(created.body).toEqual({ uid: expect.stringMatching(/^sc_(?!mine00)[0-9a-z]{6}$/), ...daily });
  expect(Object.keys(created.body)).toEqual(['uid', 'cron_schedule']);
  const one = `${path}/${created.body.uid}/`;
  expect(await admin.rest('GET', one)).toMatchObject({ status: 200, headers: { etag: '"2"' }, body: created.body });
  expect(await admin.rest('GET', one.slice(0, -1))).toMatchObject({ status: 200, body: created.body });
  expect(await admin.rest('PUT', one, { cron_schedule: '*/10 * * * *' })).toMatchObject({
    status: 200,
    headers: { etag: '"3"' },
    body: { uid: created.body.uid, cron_schedule: '*/10 * * * *' },
  });
  expect(await admin.rest('DELETE', one)).toMatchObject({ status: 204, body: null, headers: { etag: '"4"' } });
  expect(await admin.rest('GET', one)).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
});

test('the list is a page in the order of creation, and every change makes a version of its section', async () => {
  const path = await schedules();
  for (const minute of [3, 2, 1]) await admin.rest('POST', path, { cron_schedule: `${minute} * * * *` });
  const { body, headers } = await admin.rest('GET', `${path}/?limit=2`);
  expect(headers['etag']).toBe('"4"');
  expect(body).toEqual({
    total_count: 3,
    next: expect.stringContaining('/schedules/?limit=2&offset=2'),
    previous: null,
    results: [
      { uid: expect.any(String), cron_schedule: '3 * * * *' },
      { uid: expect.any(String), cron_schedule: '2 * * * *' },
    ],
  });
  expect(
    (await admin.rest('GET', `${path.replace('schedules', 'versions')}/?limit=1`)).body.results[0].sections,
  ).toEqual(['schedules']);
});

test('an invalid schedule is refused', async () => {
  const path = await schedules();
  const {
    body: { uid },
  } = await admin.rest('POST', path, daily);
  for (const cron of [
    undefined,
    null,
    '',
    ' ',
    5,
    ['0 6 * * *'],
    '* * * *',
    '61 * * * *',
    '@daily',
    'a\0',
    'x'.repeat(100_000),
  ]) {
    expect(await admin.rest('POST', `${path}/`, { cron_schedule: cron })).toMatchObject(invalid);
    expect(await admin.rest('PUT', `${path}/${uid}/`, { cron_schedule: cron })).toMatchObject(invalid);
  }
  expect(await admin.rest('GET', `${path}/${uid}/`)).toMatchObject({ headers: { etag: '"2"' }, body: daily });
});

test('404, 401, 403 and 412 are checked in the order of the contract', async () => {
  const path = await schedules();
  const {
    body: { uid },
  } = await admin.rest('POST', `${path}/`, daily);
  const elsewhere = `${await schedules()}/${uid}/`;
  for (const method of ['GET', 'PUT', 'DELETE'] as const) {
    expect(await admin.rest(method, elsewhere, method === 'PUT' ? {} : undefined)).toMatchObject({ status: 404 });
    expect(await unauthenticated.rest(method, `${path}/${uid}/`)).toMatchObject({ status: 401 });
  }
  const publisher = await seedUser(app, 'publisher');
  await seedRuleset(app, path.split('/')[2] ?? '', { user: 'publisher', permissions: ['publish_dataset'] });
  expect(await publisher.rest('GET', `${path}/`)).toMatchObject({ status: 200, body: { total_count: 1 } });
  expect(await publisher.rest('POST', `${path}/`, {})).toMatchObject({
    status: 403,
    body: { error_code: 'permission_denied' },
  });
  expect(await publisher.rest('PUT', `${path}/${uid}/`, {})).toMatchObject({ status: 403 });
  expect(await publisher.rest('DELETE', `${path}/${uid}/`)).toMatchObject({ status: 403 });
  expect(await (await seedUser(app, 'stranger')).rest('PUT', `${path}/${uid}/`, {})).toMatchObject({ status: 404 });
  expect(await admin.rest('PUT', `${path}/${uid}/`, {}, { 'if-match': '"9"' })).toMatchObject({
    status: 412,
    body: { error_code: 'revision_mismatch' },
  });
  expect(await admin.rest('DELETE', `${path}/${uid}/`, undefined, { 'if-match': '"2"' })).toMatchObject({
    status: 204,
  });
});
