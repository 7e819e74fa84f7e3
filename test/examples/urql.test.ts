import { mock } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, expect, test } from '@jest/globals';
import type { Client } from '@urql/core';
import type { DatasetsQuery } from '../../examples/generated/datasets.ts';
import { createCatalogClient } from '../../examples/urql/client.ts';
import { changeTitle, createDataset, deleteDataset, loadMore, watchDatasets } from '../../examples/urql/datasets.ts';
import { addFile, publish, watchStatus } from '../../examples/urql/publish.ts';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/datasets/publishing.ts';
import { seedEditor } from '../support/datasets/seed-editor.ts';

const app = await testApp();
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' });
const warning = mock.method(console, 'warn');

/** A client of a new user who has created datasets with these titles, and the uids of the datasets. */
async function clientWith(username: string, titles: readonly string[]) {
  const { apiKey, uids } = await seedEditor(app, username, titles);
  return { client: createCatalogClient({ origin, apiKey }), uids, uid: uids[0] ?? '' };
}

type Shown = NonNullable<DatasetsQuery['datasets']>['edges'][number]['node'];

/** An open view of the list. */
function openList(client: Client, first: number) {
  let shown: DatasetsQuery = { datasets: null };
  watchDatasets(client, first, ({ data }) => {
    if (data) shown = data;
  });
  /** Waits until the view shows this of its datasets. */
  const shows = <T>(what: (dataset: Shown) => T, expected: readonly T[]) =>
    eventually(
      async () => shown.datasets?.edges.map(({ node }) => what(node)),
      (found) => isDeepStrictEqual(found, expected),
    );
  return { shows, loadMore: () => loadMore(client, first, shown) };
}
const titleOf = ({ title }: Shown) => title;

afterEach(() => {
  expect(warning.mock.calls.map((call) => call.arguments)).toEqual([]);
});

test('the pages of a list are one list', async () => {
  const { client } = await clientWith('ada', ['Rivers', 'Lakes', 'Seas']);
  const list = openList(client, 2);
  await list.shows(titleOf, ['Rivers', 'Lakes']);
  await list.loadMore();
  await list.shows(titleOf, ['Rivers', 'Lakes', 'Seas']);
  await list.loadMore();
  await list.shows(titleOf, ['Rivers', 'Lakes', 'Seas']);
});

test('a list shows a change, and a change of a revision that is no longer current fails', async () => {
  const { client, uid } = await clientWith('grace', ['Rivers', 'Lakes']);
  const list = openList(client, 20);
  await list.shows(titleOf, ['Rivers', 'Lakes']);
  await changeTitle(client, { datasetUid: uid, revision: 1, title: 'Streams' });
  await list.shows(titleOf, ['Streams', 'Lakes']);
  await list.shows(({ revision }) => revision, [2, 1]);
  const late = await changeTitle(client, { datasetUid: uid, revision: 1, title: 'Brooks' });
  expect(late.error?.graphQLErrors[0]?.extensions).toMatchObject({ code: 'REVISION_MISMATCH', revision: 2 });
});

test('a list shows created datasets, and no longer deleted ones', async () => {
  const { client, uid } = await clientWith('mary', ['Rivers']);
  const list = openList(client, 20);
  await list.shows(titleOf, ['Rivers']);
  await createDataset(client, 'Lakes');
  await list.shows(titleOf, ['Rivers', 'Lakes']);
  await deleteDataset(client, uid);
  await list.shows(titleOf, ['Lakes']);
});

test('an uploaded file becomes a resource, whose publication the list follows by a subscription', async () => {
  const { client, uid } = await clientWith('katherine', ['Rivers']);
  const list = openList(client, 20);
  await list.shows(({ status }) => status?.isPublished, [false]);
  const file = new File(['river,km\nRhine,1233\n'], 'rivers.csv', { type: 'text/csv' });
  expect(await addFile(client, uid, file)).toMatchObject({
    title: 'rivers.csv',
    datasource: { file: { filename: 'rivers.csv' } },
  });
  const status = watchStatus(client, uid, () => undefined);
  await publish(client, uid);
  await list.shows((dataset) => [dataset.status?.status, dataset.status?.isPublished], [['idle', true]]);
  status.unsubscribe();
});
