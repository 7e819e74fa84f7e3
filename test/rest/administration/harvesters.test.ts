import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { eventually } from '#test/support/datasets/publishing.ts';
import { portalServer } from '#test/support/sources/portal-server.ts';

const portal = await portalServer();
const { admin } = await testApp({ FETCH_ALLOW: portal.host });
portal.datasets.set('trees', { title: 'Trees', csv: 'code\n1\n' });

test('a script creates a harvester, previews it, runs it, publishes its datasets and deletes it', async () => {
  const created = await admin.rest('POST', '/harvesters/', {
    type: 'ods',
    name: 'Our Neighbour',
    domain: portal.url,
    api_key: 'hush',
    forced_metas: { default: { publisher: 'Us' } },
  });
  expect(created).toMatchObject({
    status: 201,
    body: {
      uid: 'our-neighbour',
      status: 'new',
      version: 1,
      domain: portal.url,
      refines: '',
      api_key: null,
      last_started_at: null,
    },
  });
  const path = '/harvesters/our-neighbour/';
  expect(await admin.rest('GET', `${path}errors/`)).toMatchObject({
    status: 400,
    body: { error_code: 'invalid_harvester_status' },
  });
  expect(await admin.rest('GET', `${path}preview/`)).toMatchObject({
    status: 200,
    body: { total_count: 1, results: [{ id: 'trees', title: 'Trees', description: '<p>Trees</p>' }] },
  });
  expect(await admin.rest('PUT', path, { domain: 'https://elsewhere.example' })).toMatchObject({
    status: 400,
    body: { detail: { api_key: [expect.any(String)] } },
  });
  expect(await admin.rest('POST', `${path}start/`)).toMatchObject({ status: 200 });
  await eventually(
    () => admin.rest('GET', path),
    ({ body }: ReturnType<typeof JSON.parse>) => body.status === 'idle',
  );
  expect(await admin.rest('GET', path)).toMatchObject({
    body: { attached_datasets_count: 1, harvested_datasets_count: 1, has_error: false },
  });
  expect(await admin.rest('GET', `${path}errors/`)).toMatchObject({
    status: 200,
    body: { harvester: null, resources: {} },
  });
  expect(await admin.rest('POST', `${path}publish/`)).toMatchObject({ status: 200, body: { detail: 'ok' } });
  const schedule = await admin.rest('POST', `${path}schedules/`, {
    cron_schedule: '0 3 * * *',
    timezone: 'Europe/Paris',
  });
  expect(schedule).toMatchObject({ status: 201, body: { cron_schedule: '0 3 * * *', timezone: 'Europe/Paris' } });
  expect((await admin.rest('DELETE', path)).status).toBe(400);
  expect((await admin.rest('DELETE', `${path}?delete_attached_datasets=true`)).status).toBe(204);
});
