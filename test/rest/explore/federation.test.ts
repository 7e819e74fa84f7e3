import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@jest/globals';
import { testApp, type TestApp } from '#test/support/app.ts';
import { publishedTowns } from '#test/support/datasets/explore.ts';
import { runAndFinish } from '#test/support/datasets/publishing.ts';
import { seedDataset, seedKey, seedRuleset } from '#test/support/seed.ts';
import { addFederatedResource, federatedDatasource } from '#test/support/sources/federation.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const source = await testApp({ FETCH_ALLOW: web.host });
await source.http.listen({ host: '127.0.0.1', port: 0 });
const origin = `http://127.0.0.1:${String((source.http.server.address() as AddressInfo).port)}`;
const reader = await testApp({ FETCH_ALLOW: new URL(origin).host });

/** The exports that the reader asked for, with their statuses. */
const exportStatuses: number[] = [];
source.http.server.on('request', ({ url = '' }, response) => {
  if (url.includes('/exports/')) response.on('finish', () => exportStatuses.push(response.statusCode));
});

const explore = async ({ unauthenticated }: TestApp, path: string) =>
  (await unauthenticated.restAt('/api/explore/v2.1')('GET', path)).body;

/** A dataset of the reader that publishes a dataset of the source. */
async function federate(datasetId: string, parameters: object = {}): Promise<string> {
  const uid = await seedDataset(reader.admin);
  await addFederatedResource(reader.admin, uid, federatedDatasource({ origin }, datasetId, parameters));
  return uid;
}

const publish = (uid: string) => runAndFinish(reader.admin, 'publishDataset', uid);

const records = (app: TestApp, uid: string) => explore(app, `/catalog/datasets/${uid}/records`);

test('a federated resource publishes the records, fields and metadata of the other catalog', async () => {
  const remote = await publishedTowns(source, web);
  const uid = await federate(remote);
  expect(await publish(uid)).toMatchObject({ status: 'idle' });
  for (const path of ['records', 'records?order_by=-population', 'facets?facet=tags&facet=path'])
    expect({ path, ...(await explore(reader, `/catalog/datasets/${uid}/${path}`)), links: [] }).toEqual({
      path,
      ...(await explore(source, `/catalog/datasets/${remote}/${path}`)),
      links: [],
    });
  const [own, other] = await Promise.all([
    explore(reader, `/catalog/datasets/${uid}`),
    explore(source, `/catalog/datasets/${remote}`),
  ]);
  expect(own.fields).toEqual(other.fields);
  expect(own.metas.default).toMatchObject({ title: 'Towns', records_count: 5 });
  const host = new URL(origin).host;
  expect(own.metas.default).toMatchObject({
    federated: true,
    source_domain: host,
    source_domain_address: host,
    source_dataset: remote,
  });
  expect(other.metas.default).toMatchObject({ federated: false, source_domain: null, source_dataset: null });
  const exported = await explore(reader, `/catalog/exports/json?where=dataset_uid="${uid}"`);
  expect(exported[0].metas.default).toMatchObject({ federated: true, source_dataset: remote });
});

test('fields keep their types where the records alone would not tell them', async () => {
  const [header = ''] = readFileSync('test/fixtures/towns.csv', 'utf8').split('\n');
  const remote = await publishedTowns(source, web, { csv: `${header}\n75056,007,,,,,,,\n` });
  const uid = await federate(remote);
  const { dataset } = await reader.admin.data(
    'query ($uid: ID!) { dataset(by: { uid: $uid }) { resources { nodes { preview { fields { name type } } } } } }',
    {
      uid,
    },
  );
  expect(await publish(uid)).toMatchObject({ status: 'idle' });
  const { fields } = await explore(source, `/catalog/datasets/${remote}`);
  expect((await explore(reader, `/catalog/datasets/${uid}`)).fields).toEqual(fields);
  expect(dataset.resources.nodes[0].preview.fields).toEqual(
    fields.map(({ name, type }: { name: string; type: string }) => ({ name, type })),
  );
  expect(await records(reader, uid)).toEqual(await records(source, remote));
});

test('records that have not changed are not sent again', async () => {
  const uid = await federate(await publishedTowns(source, web));
  exportStatuses.length = 0;
  await publish(uid);
  const published = await records(reader, uid);
  await publish(uid);
  expect(exportStatuses).toEqual([200, 304]);
  expect(await records(reader, uid)).toEqual(published);
});

test('a restricted dataset needs a key, and gives what the key may see', async () => {
  const remote = await publishedTowns(source, web, { isRestricted: true });
  const apikey = await seedKey(source, 'ada');
  await seedRuleset(source, remote, { user: 'ada', security: { filterQuery: 'country = "FR"' } });
  const refused = await publish(await federate(remote));
  expect([refused.status, refused.message]).toEqual(['error', expect.stringContaining('404')]);
  const uid = await federate(remote, { apikey });
  expect(await publish(uid)).toMatchObject({ status: 'idle' });
  const { results } = await records(reader, uid);
  expect(results.map(({ name }: { name: string }) => name)).toEqual(['Paris', 'Lyon']);
});
