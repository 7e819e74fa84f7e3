import { expect, test } from '@jest/globals';
import { testApp } from '../support/app.ts';

const app = await testApp();

test('a dataset is created, found by uid and by identifier, and listed', async () => {
  const { createDataset } = await app.admin.data(`mutation {
    createDataset(input: { metadata: { default: { title: { value: "Weather of Seattle" } } } }) {
      dataset { id uid datasetId revision isPublished createdBy { username } }
    }
  }`);
  const { uid, id, ...rest } = createDataset.dataset;
  expect(rest).toEqual({ datasetId: 'weather-of-seattle', revision: 1, isPublished: false, createdBy: { username: 'admin' } });
  const found = await app.admin.data(`query ($uid: ID, $id: ID!) {
    byUid: dataset(uid: $uid) { uid }
    byName: dataset(datasetId: "weather-of-seattle") { uid }
    node(id: $id) { __typename id }
    datasets { totalCount nodes { uid updatedBy { username } } edges { cursor } pageInfo { hasNextPage } }
  }`, { uid, id });
  expect(found).toMatchObject({ byUid: { uid }, byName: { uid }, node: { __typename: 'Dataset', id }, datasets: { totalCount: 1, nodes: [{ uid }] } });
});
