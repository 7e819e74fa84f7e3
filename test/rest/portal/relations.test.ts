import { beforeEach, expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { clientOf, type Client } from '#test/support/client.ts';
import { addRelation, seedAsset, seedPublishedDataset, enableMarketplace } from '#test/support/portal/relations.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;
beforeEach(() => enableMarketplace(app));

const source = await seedPublishedDataset(app, { metadata: { default: { title: { value: 'Rivers' } } } });
const [map, secret] = [
  await seedAsset(admin, { title: 'A map', category: 'Water', isShowcase: true }),
  await seedPublishedDataset(app, { isRestricted: true }),
];
const site = await seedAsset(admin, { assetType: 'external_asset', title: 'A site', url: 'https://example.org' });
for (const [use, type] of [
  [map, 'usage'],
  [site, 'source'],
  [secret, 'join'],
] as const)
  await addRelation(admin, source, use, type);
await addRelation(admin, secret, map, 'federation');
const reader = await seedUser(app, 'reader');
await seedRuleset(app, secret, { user: 'reader' });

const uses = (query = '', client: Client = unauthenticated, uid = source) =>
  client.portal('GET', `/assets/${uid}/uses/${query}`);
const missing = { status: 404, body: { error_code: 'not_found', message: 'Not found.' } };

test('assets that use an asset are a page of relations', async () => {
  const { status, body } = await uses('?limit=1');
  expect(status).toBe(200);
  expect(body).toEqual({
    total_count: 2,
    next: expect.stringContaining(`/api/portal/v1.0/assets/${source}/uses/?limit=1&offset=1`),
    previous: null,
    results: [{ relation_type: 'source', asset: { uid: site, title: 'A site', asset_type: 'external_asset' } }],
  });
  expect([Object.keys(body), Object.keys(body.results[0]), Object.keys(body.results[0].asset)]).toEqual([
    ['total_count', 'next', 'previous', 'results'],
    ['relation_type', 'asset'],
    ['uid', 'title', 'asset_type'],
  ]);
  expect((await uses('?limit=0')).body).toEqual({ total_count: 2, next: null, previous: null, results: [] });
  expect((await unauthenticated.portal('GET', `/assets/${source}/uses?limit=1&offset=1`)).body.results).toEqual([
    { relation_type: 'usage', asset: { uid: map, title: 'A map', asset_type: 'map' } },
  ]);
});

test('the assets that an asset uses are a page of relations', async () => {
  expect((await unauthenticated.portal('GET', `/assets/${map}/sources/`)).body).toEqual({
    total_count: 1,
    next: null,
    previous: null,
    results: [{ relation_type: 'usage', asset: { uid: source, title: 'Rivers', asset_type: 'dataset' } }],
  });
  expect((await unauthenticated.portal('GET', `/assets/${source}/sources`)).body.results).toEqual([]);
});

test('relations are filtered by types, category and showcase', async () => {
  const found = async (query: string) =>
    (await uses(query, admin)).body.results.map(({ relation_type }: { relation_type: string }) => relation_type);
  expect(await found('')).toEqual(['join', 'source', 'usage']);
  expect(await found('?relation_type=usage&relation_type=join')).toEqual(['join', 'usage']);
  expect(await found('?relation_type=source')).toEqual(['source']);
  expect(await found('?category=Water')).toEqual(['usage']);
  expect(await found('?is_showcase=true')).toEqual(['usage']);
  expect(await found('?is_showcase=false&relation_type=usage&relation_type=source')).toEqual(['source']);
  const { body } = await uses('?relation_type=usage&relation_type=join&limit=1', admin);
  expect(body.next).toContain('?relation_type=usage&relation_type=join&limit=1&offset=1');
});

test.each([
  ['limit', '-1'],
  ['limit', '1001'],
  ['limit', 'x'],
  ['offset', '-1'],
  ['offset', '1.5'],
  ['relation_type', 'other'],
  ['relation_type', ''],
  ['relation_type', 'usage&relation_type=USAGE'],
  ['is_showcase', 'yes'],
  ['is_showcase', ''],
  ['is_showcase', 'true&is_showcase=false'],
  ['category', 'a&category=b'],
  ['category', '%00'],
])('a %s of %s is refused by its name', async (name, value) => {
  const { status, body } = await uses(`?${name}=${value}`);
  expect([status, body.error_code, body.message, Object.keys(body.detail ?? {})]).toEqual([
    400,
    'validation_error',
    'Invalid input',
    [name],
  ]);
});

test('an asset that the caller may not see is 404', async () => {
  for (const direction of ['uses', 'sources']) {
    for (const uid of [secret, 'da_none00', 'nothing', '%00', '%F0%9F%98%80', 'x'.repeat(1000), '__proto__']) {
      for (const query of ['', '?limit=x', '?relation_type=other'])
        expect(await unauthenticated.portal('GET', `/assets/${uid}/${direction}/${query}`)).toMatchObject(missing);
    }
  }
  expect((await reader.portal('GET', `/assets/${secret}/sources/`)).body.results).toEqual([
    { relation_type: 'join', asset: { uid: source, title: expect.any(String), asset_type: 'dataset' } },
  ]);
  expect((await uses('', reader)).body.total_count).toBe(3);
});

test('relations are refused while the portal does not show them, after the check that the asset exists', async () => {
  await enableMarketplace(app, false);
  for (const client of [unauthenticated, reader, admin]) {
    for (const path of [`/assets/${source}/uses/`, `/assets/${source}/sources/`, `/assets/${source}/uses/?limit=x`]) {
      expect(await client.portal('GET', path)).toMatchObject({
        status: 403,
        body: { error_code: 'marketplace_disabled', message: expect.any(String) },
      });
    }
  }
  expect(await uses('', unauthenticated, secret)).toMatchObject(missing);
  expect(await uses('', unauthenticated, 'da_none00')).toMatchObject(missing);
});

test('relations need no key, but an unknown key is refused', async () => {
  expect(await uses('', clientOf(app, 'nonsense'))).toMatchObject({
    status: 401,
    body: { error_code: 'unauthorized' },
  });
  expect(await unauthenticated.portal('POST', `/assets/${source}/uses/`)).toMatchObject({
    status: 405,
    headers: { allow: 'GET, HEAD, OPTIONS' },
  });
});
