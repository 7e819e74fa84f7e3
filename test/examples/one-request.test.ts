import { expect, test } from '@jest/globals';
import { textOf } from '../architecture/sources.ts';
import { assetsByTitle } from '../docs/printed-page.ts';
import { demoApp } from '../support/demo.ts';

const demo = await demoApp();
const query = textOf('examples/one-request/query.graphql');

test('one request reads a dataset, its records, facets, lineage, resources and rights, for the callers who may see them', async () => {
  const { data, errors } = await demo.admin.graph(query);
  expect(errors).toBeUndefined();
  expect(assetsByTitle({ data })).toEqual(assetsByTitle(JSON.parse(textOf('examples/one-request/answer.json'))));
  expect(await demo.unauthenticated.data(query)).toEqual({ catalogDataset: null });
});
