import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const base = '/api/explore/v2.1';
const explore = app.unauthenticated.restAt(base);
const limited = { defaultSecurity: { apiCallsQuota: { unit: 'month' as const, limit: 1 } } };

test.each([
  ['', 200],
  ['?select=title', 200],
  ['?include_links=maybe', 400],
  ['/records', 200],
  ['/records?limit=x', 400],
  ['/records?limit=101', 400],
  ['/records/0', 404],
  ['/facets', 200],
  ['/exports', 200],
  ['/exports/csv', 200],
  ['/exports/ov2', 404],
  ['/attachments', 200],
  ['/attachments/none', 404],
  ['/files/none', 404],
])('a request for …/{dataset_id}%s, answered with %d, counts one call on the dataset', async (path, status) => {
  const address = `/catalog/datasets/${await publishedTowns(app, web, limited)}${path}`;
  const first = await explore('GET', address);
  expect([first.status, first.headers['x-ratelimit-dataset-remaining']]).toEqual([status, '0']);
  const second = await explore('GET', address);
  expect([second.status, second.body.errorcode]).toEqual([429, 10_005]);
});

test('a request about no dataset, or about one that the caller does not see, counts none', async () => {
  const uid = await publishedTowns(app, web, { ...limited, isRestricted: true });
  const remaining = async (path: string) => (await explore('GET', path)).headers['x-ratelimit-dataset-remaining'];
  expect(await remaining('/catalog/datasets')).toBeUndefined();
  expect(await remaining(`/catalog/datasets/${uid}`)).toBeUndefined();
  expect(await remaining('/catalog/datasets/nowhere/records')).toBeUndefined();
});

test('a caller who may not read the data has no quota on it, and one without a quota has no headers', async () => {
  const uid = await publishedTowns(app, web, { defaultSecurity: { ...limited.defaultSecurity, isDataVisible: false } });
  const ada = await seedUser(app, 'ada');
  await seedRuleset(app, uid, { user: 'ada' });
  for (const client of [explore, ada.restAt(base)])
    for (let call = 0; call < 3; call += 1) {
      const { status, headers } = await client('GET', `/catalog/datasets/${uid}`);
      expect([status, headers['x-ratelimit-dataset-limit']]).toEqual([200, undefined]);
    }
});
