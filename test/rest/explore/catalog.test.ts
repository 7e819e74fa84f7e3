import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host, CORS_ORIGINS: 'https://portal.example' });
const { unauthenticated, admin } = app;
const base = '/api/explore/v2.1';
const explore = unauthenticated.restAt(base);
const towns = await publishedTowns(app, web);

test('the entry points link to what is below them', async () => {
  const { body } = await explore('GET', '/');
  expect(body).toEqual({
    links: [
      { rel: 'self', href: `http://localhost:80${base}` },
      { rel: 'catalog', href: `http://localhost:80${base}/catalog` },
    ],
  });
  const { body: catalog } = await explore('GET', '/catalog');
  expect(catalog.links.map(({ rel }: { rel: string }) => rel)).toEqual(['self', 'datasets', 'exports', 'facets']);
});

test('a dataset has the keys of the contract in their order, with its fields and all default metadata', async () => {
  const { body } = await explore('GET', `/catalog/datasets/${towns}`);
  expect(Object.keys(body)).toEqual([
    ...['visibility', 'fields', 'dataset_id', 'dataset_uid', 'has_records', 'features', 'attachments'],
    ...['alternative_exports', 'data_visible', 'metas'],
  ]);
  expect(body).toMatchObject({ visibility: 'domain', dataset_uid: towns, has_records: true, data_visible: true });
  expect(body.fields.find(({ name }: { name: string }) => name === 'area').annotations).toEqual({ unit: 'km²' });
  expect(body.fields.find(({ name }: { name: string }) => name === 'path')).toEqual({
    name: 'path',
    description: null,
    annotations: { hierarchical: '/', facet: true },
    label: 'path',
    type: 'text',
  });
  expect(Object.keys(body.metas.default)).toEqual([
    ...['title', 'description', 'theme', 'keyword', 'license', 'license_url', 'language', 'metadata_languages'],
    ...['timezone', 'modified', 'modified_updates_on_metadata_change', 'modified_updates_on_data_change'],
    ...['data_processed', 'metadata_processed', 'geographic_reference', 'geographic_reference_auto', 'territory'],
    ...['geometry_types', 'bbox', 'publisher', 'references', 'records_count', 'attributions', 'source_domain'],
    ...['source_domain_title', 'source_domain_address', 'source_dataset', 'shared_catalog', 'federated'],
    ...['parent_domain', 'update_frequency'],
  ]);
  expect(body.metas.default).toMatchObject({
    title: 'Towns',
    keyword: null,
    records_count: 5,
    federated: false,
    modified: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:]{8}(\.\d{6})?\+00:00$/),
  });
  expect(body.metas).not.toHaveProperty('internal');
  expect(body.metas.dcat).toMatchObject({ creator: null });
});

test('templates of the type extra are added by include_app_metas alone', async () => {
  const templates = async (path: string) => (await explore('GET', path)).body;
  const basic = ['default', 'dcat', 'dcat_ap_ch', 'semantic', 'inspire'];
  const extra = ['visualization', 'asset_content_configuration', 'custom'];
  const namesOf = ({ metas }: { metas: object }) => Object.keys(metas).toSorted();
  expect(namesOf(await templates(`/catalog/datasets/${towns}`))).toEqual(basic.toSorted());
  expect(namesOf(await templates(`/catalog/datasets/${towns}?include_app_metas=true`))).toEqual(
    [...basic, ...extra].toSorted(),
  );
  for (const dataset of (await templates('/catalog/datasets')).results)
    expect(namesOf(dataset)).toEqual(basic.toSorted());
});

test('the catalog lists whole datasets, and what a query selects of them under the keys as written', async () => {
  const { body } = await explore('GET', '/catalog/datasets?where=title%3D%22Towns%22');
  expect(body.total_count).toBe(1);
  expect(body.results[0]).toEqual((await explore('GET', `/catalog/datasets/${towns}`)).body);
  const { body: selected } = await explore('GET', '/catalog/datasets/?select=dataset_uid,default.title&limit=1');
  expect(selected.results).toEqual([{ dataset_uid: towns, 'default.title': 'Towns' }]);
  const { body: one } = await explore('GET', `/catalog/datasets/${towns}/?select=title,records_count`);
  expect(one).toEqual({ title: 'Towns', records_count: 5 });
  const { body: groups } = await explore('GET', '/catalog/datasets?group_by=has_records&select=count(*)%20as%20n');
  expect(groups).toEqual({ results: [{ has_records: 'true', n: expect.any(Number) }] });
});

test('the facets of the catalog count datasets, and link to them', async () => {
  const { body } = await explore('GET', '/catalog/facets?facet=features');
  expect(body.links.map(({ rel }: { rel: string }) => rel)).toEqual(['self', 'source']);
  expect(body.facets[0]).toMatchObject({
    name: 'features',
    facets: expect.arrayContaining([expect.objectContaining({ state: 'displayed', value: 'geo' })]),
  });
});

test.each(['/api/explore/v2.0/catalog/datasets', '/api/explore', '/api/v2/catalog', '/api/records/1.0/search'])(
  'another version is not served: %s',
  async (path) => {
    expect(await unauthenticated.request('GET', path)).toMatchObject({
      status: 404,
      body: { error_code: 'NotFoundURI', message: 'The requested URI does not exist.' },
    });
  },
);

test('an unknown path, another method and an unknown key have the errors of the contract', async () => {
  expect(await unauthenticated.request('GET', `${base}/nowhere`)).toMatchObject({
    status: 404,
    body: { error_code: 'NotFoundURI', message: 'The requested URI does not exist.' },
  });
  expect(await explore('POST', '/catalog/datasets')).toMatchObject({
    status: 405,
    body: { error_code: 'MethodNotAllowed' },
  });
  const { status, body } = await explore('GET', '/catalog/datasets', undefined, { authorization: 'Apikey wrong' });
  expect([status, body.error_code]).toEqual([401, 'Unauthorized']);
});

test('pages of every origin may read answers', async () => {
  const { headers } = await explore('GET', '/catalog/datasets', undefined, { origin: 'https://elsewhere.example' });
  expect(headers).toMatchObject({
    'content-type': 'application/json; charset=utf-8',
    'access-control-allow-origin': '*',
    'access-control-expose-headers': expect.stringContaining('X-RateLimit-dataset-Remaining'),
  });
  const preflight = await app.http.inject({
    method: 'OPTIONS',
    url: `${base}/catalog/datasets`,
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
  });
  expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, '*']);
  const { headers: graph } = await unauthenticated.rest('GET', '/datasets/', undefined, {
    origin: 'https://elsewhere.example',
  });
  expect(graph['access-control-allow-origin']).toBeUndefined();
});

test('a restricted dataset is not found by callers without a right to it', async () => {
  const uid = await publishedTowns(app, web, { isRestricted: true });
  expect((await explore('GET', `/catalog/datasets/${uid}/records`)).status).toBe(404);
  expect((await explore('GET', `/catalog/datasets?where=dataset_uid%3D%22${uid}%22`)).body).toEqual({
    total_count: 0,
    results: [],
  });
  const { body } = await admin.restAt(base)('GET', `/catalog/datasets/${uid}`);
  expect(body.visibility).toBe('restricted');
});

test('where the data is hidden the metadata tells so, and reading is forbidden', async () => {
  const uid = await publishedTowns(app, web, { defaultSecurity: { isDataVisible: false } });
  const { body } = await explore('GET', `/catalog/datasets/${uid}`);
  expect([body.data_visible, body.metas.default.records_count]).toEqual([false, null]);
  const forbidden = {
    error_code: 'ForbiddenAccess',
    message: "You don't have permission to access the requested resource",
  };
  expect(await explore('GET', `/catalog/datasets/${uid}/records`)).toMatchObject({ status: 403, body: forbidden });
  expect(await explore('GET', `/catalog/datasets/${uid}/facets`)).toMatchObject({ status: 403, body: forbidden });
});

test('every answer has the headers of the quota, and beyond it the error has the form of the contract', async () => {
  const uid = await publishedTowns(app, web, { defaultSecurity: { apiCallsQuota: { unit: 'month', limit: 2 } } });
  const first = await explore('GET', `/catalog/datasets/${uid}/records?where=nope%3D1`);
  expect([first.status, first.headers]).toMatchObject([
    400,
    {
      'x-ratelimit-dataset-limit': '2',
      'x-ratelimit-dataset-remaining': '1',
      'x-ratelimit-dataset-reset': expect.stringMatching(/^\d{4}-\d\d-01 00:00:00\+00:00$/),
    },
  ]);
  expect((await explore('GET', `/catalog/datasets/${uid}/records`)).headers['x-ratelimit-dataset-remaining']).toBe('0');
  const refused = await explore('GET', `/catalog/datasets/${uid}/facets`);
  expect(refused).toMatchObject({
    status: 429,
    body: {
      errorcode: 10_005,
      call_limit: 2,
      limit_time_unit: 'month',
      reset_time: expect.stringMatching(/Z$/),
      error: 'You have exceeded the requests limit for anonymous users.',
    },
    headers: { 'x-ratelimit-dataset-remaining': '0', 'retry-after': expect.stringMatching(/^\d+$/) },
  });
  const ada = await seedUser(app, 'ada');
  await seedRuleset(app, uid, { user: 'ada', security: { apiCallsQuota: { unit: 'day', limit: 0 } } });
  expect((await ada.restAt(base)('GET', `/catalog/datasets/${uid}/records`)).body).toMatchObject({ errorcode: 10_002 });
});

test('a query over the catalog names metadata that name fields 20 times at most', async () => {
  const search = (count: number) =>
    explore(
      'GET',
      `/catalog/datasets?where=${Array.from({ length: count }, (_none, index) => `visualization.image_title="x${index}"`).join(' or ')}`,
    );
  expect((await search(20)).status).toBe(200);
  expect(await search(21)).toMatchObject({
    status: 400,
    body: { message: expect.stringContaining('uses of metadata that name fields of the records') },
  });
});

test('a query over the catalog searches for 20 words at most, in all of its conditions together', async () => {
  const search = (...where: readonly string[]) =>
    explore('GET', `/catalog/datasets?${where.map((text) => `where=${encodeURIComponent(text)}`).join('&')}`);
  const words = (count: number) => Array.from({ length: count }, (_none, index) => `"towns${index}"`);
  expect((await search(`"towns" or ${words(19).join(' or ')}`)).status).toBe(200);
  const tooMany = { error_code: 'ODSQLError', message: expect.stringContaining('more than 20 words') };
  for (const where of [
    [words(600).join(' or ')],
    [`not (${words(10).join(' or ')})`, `title like "${'a '.repeat(11)}"`],
    [`search("${'towns '.repeat(21)}")`],
  ])
    expect(await search(...where)).toMatchObject({ status: 400, body: tooMany });
});
