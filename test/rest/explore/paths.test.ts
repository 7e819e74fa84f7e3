import { expect, test } from '@jest/globals';
import { testApp, wholeSchema } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host }, wholeSchema);
const { admin, unauthenticated } = app;
const base = '/api/explore/v2.1';
const uid = await publishedTowns(app, web);
await admin.upload(`/datasets/${uid}/attachments/`, 'towns.txt', 'five');
const dataset = `/catalog/datasets/${uid}`;

const get = async (path: string) => {
  const { status, body } = await unauthenticated.request('GET', base + path);
  expect(status).toBe(200);
  return body;
};

const { catalogDataset, catalogRows } = await unauthenticated.data(
  `query ($uid: ID!, $odsql: OdsqlInput!) {
    catalogRows(odsql: $odsql) { totalCount results facets { name tree } datasets { uid datasetId } }
    catalogDataset(by: { uid: $uid }) { datasetId schema { name label type } exports { format url }
      attachments { nodes { filename mimetype url } } rows(odsql: $odsql) { totalCount results facets { name tree } }
      records(first: 1) { nodes { recordId values } } } }`,
  { uid, odsql: { facet: [] } },
);
const [{ recordId, values }] = catalogDataset.records.nodes;
const namesOf = (links: readonly { readonly rel: string }[]) => links.map(({ rel }) => rel);

test.each<[path: string, ofGraph: unknown, ofRest: (body: Awaited<ReturnType<typeof get>>) => unknown]>([
  [
    '/catalog/datasets',
    [catalogRows.totalCount, catalogRows.datasets],
    ({ total_count, results }) => [
      total_count,
      results.map(({ dataset_uid, dataset_id }: Record<string, string>) => ({
        uid: dataset_uid,
        datasetId: dataset_id,
      })),
    ],
  ],
  [
    dataset,
    [catalogDataset.datasetId, catalogDataset.schema],
    ({ dataset_id, fields }) => [
      dataset_id,
      fields.map(({ name, label, type }: Record<string, string>) => ({ name, label, type })),
    ],
  ],
  [
    '/catalog/facets',
    catalogRows.facets,
    ({ facets }) => facets.map(({ name, facets: tree }: { name: string; facets: object }) => ({ name, tree })),
  ],
  ['/catalog/exports/json?select=*', catalogRows.results, (rows) => rows],
  [
    `${dataset}/records`,
    [catalogDataset.rows.totalCount, catalogDataset.rows.results],
    ({ total_count, results }) => [total_count, results],
  ],
  [`${dataset}/records/${recordId}`, values, (row) => row],
  [
    `${dataset}/exports`,
    catalogDataset.exports.map(({ format }: { format: string }) => format),
    ({ links }) => namesOf(links),
  ],
  [`${dataset}/exports/json`, catalogDataset.rows.results, (rows) => rows],
  [
    `${dataset}/facets`,
    catalogDataset.rows.facets,
    ({ facets }) => facets.map(({ name, facets: tree }: { name: string; facets: object }) => ({ name, tree })),
  ],
  [
    `${dataset}/attachments`,
    catalogDataset.attachments.nodes.map((node: Record<string, string>) => [node['filename'], node['mimetype']]),
    ({ attachments }) =>
      attachments.map(({ metas }: { metas: Record<string, string> }) => [metas['title'], metas['mime-type']]),
  ],
])('%s answers what the graph does, with and without a slash', async (path, ofGraph, ofRest) => {
  const body = await get(path);
  expect(ofRest(body)).toEqual(ofGraph);
  const [address = '', query = ''] = path.split('?');
  const withoutLinks = (answer: object) => ({ ...answer, links: undefined });
  expect(withoutLinks(await get(`${address}/?${query}`))).toEqual(withoutLinks(body));
});

test.each(['', '/catalog', '/catalog/datasets', dataset, `${dataset}/records`, `${dataset}/exports/csv`])(
  'HEAD %s has the headers of GET, and no body',
  async (path) => {
    const [got, headed] = [
      await unauthenticated.request('GET', base + path),
      await unauthenticated.request('HEAD', base + path),
    ];
    expect([headed.status, headed.headers['content-type']]).toEqual([200, got.headers['content-type']]);
    expect(headed.body || undefined).toBeUndefined();
  },
);

test('parameters that are unknown, empty or repeated do what the contract says', async () => {
  const records = await get(`${dataset}/records`);
  expect(await get(`${dataset}/records?wher=nope&where=&limit=&lang=`)).toEqual(records);
  const both = await get(`${dataset}/records?where=country%3D%22FR%22&where=population%3E600000&limit=1&limit=5`);
  expect([both.total_count, both.results.length]).toEqual([1, 1]);
});

test.each(['Apikey', 'ApiKey', 'apikey'])('a key is read after %s, and from the address', async (scheme) => {
  for (const request of [
    { url: `${base}${dataset}`, headers: { authorization: `${scheme} test-administrator-key` } },
    { url: `${base}${dataset}?apikey=test-administrator-key` },
  ])
    expect((await app.http.inject(request)).statusCode).toBe(200);
});

test('a plain facet shows what remains beside its refinement, a disjunctive one what it would find without', async () => {
  const facet = async (query: string) =>
    (await get(`${dataset}/facets?${query}&refine=tags:capital`)).facets[0].facets.map(
      ({ value, count, state }: Record<string, unknown>) => [value, count, state],
    );
  expect(await facet('facet=tags')).toEqual([
    ['capital', 2, 'refined'],
    ['river', 2, 'displayed'],
  ]);
  expect(await facet('facet=facet(name%3D%22tags%22,disjunctive%3Dtrue)')).toEqual([
    ['river', 3, 'displayed'],
    ['capital', 2, 'refined'],
    ['lake', 1, 'displayed'],
  ]);
});
