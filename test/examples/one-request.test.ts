import { expect, test } from '@jest/globals';
import { seedCatalog } from '#seed/seed-catalog.ts';
import { textOf } from '../architecture/sources.ts';
import { assetsByTitle } from '../docs/printed-page.ts';
import { testApp } from '../support/app.ts';
import { finishedStatus } from '../support/datasets/publishing.ts';

const demo = await testApp({ SEED: 'demo' });
await seedCatalog(demo);
const query = textOf('examples/one-request/query.graphql');

test('one request reads a dataset, its records, facets, lineage, resources and rights, for the callers who may see them', async () => {
  for (const uid of ['da_budget', 'da_trees1']) await finishedStatus(demo.admin, uid);
  const { data, errors } = await demo.admin.graph(query);
  expect(errors).toBeUndefined();
  expect(assetsByTitle({ data })).toEqual(assetsByTitle(JSON.parse(textOf('examples/one-request/answer.json'))));
  expect(await demo.unauthenticated.data(query)).toEqual({ catalogDataset: null });
});
