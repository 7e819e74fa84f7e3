import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';

const { admin } = await testApp();

const seed = async (): Promise<string> => `/datasets/${(await admin.rest('POST', '/datasets/', { metadata: {} })).body.uid}`;

test('versions are listed newest first, each as the contract writes it', async () => {
  const path = await seed();
  await admin.rest('POST', `${path}/processors/`, { type: 'skip_record', field: 'name' });
  const { status, headers, body } = await admin.rest('GET', `${path}/versions/`);
  expect([status, headers['etag']]).toEqual([200, '"2"']);
  expect(body).toMatchObject({ total_count: 2, next: null, previous: null });
  const [newest, oldest] = body.results;
  expect(newest).toEqual({
    uid: expect.stringMatching(/^ch_[0-9a-z]{6}$/), sections: ['processors'], created_by: { username: 'admin' }, can_restore: true,
    created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
  expect(oldest.sections).toEqual(['data', 'metadata', 'security']);
  expect(await admin.rest('GET', `${path}/versions/${newest.uid}`)).toMatchObject({ status: 200, body: newest });
  expect(await admin.rest('GET', `${await seed()}/versions/${newest.uid}/`)).toMatchObject({ status: 404, body: { error_code: 'not_found' } });
});

test('the last 20 are kept', async () => {
  const path = await seed();
  for (let at = 0; at < 21; at += 1) await admin.rest('PUT', `${path}/`, { dataset_id: `name-${at}` });
  const { body } = await admin.rest('GET', `${path}/versions/?limit=1000`);
  expect(body.total_count).toBe(20);
  expect(body.results).toHaveLength(20);
});

test('versions are only read', async () => {
  const path = await seed();
  const { body } = await admin.rest('GET', `${path}/versions/`);
  expect(await admin.rest('POST', `${path}/versions/`, {})).toMatchObject({ status: 405, headers: { allow: 'GET' } });
  expect(await admin.rest('DELETE', `${path}/versions/${body.results[0].uid}/`)).toMatchObject({ status: 405 });
});
