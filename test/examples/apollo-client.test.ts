import { mock } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { CombinedGraphQLErrors, type ApolloClient } from '@apollo/client/core';
import { createCatalogClient } from '../../examples/apollo-client/client.ts';
import {
  changeTitle,
  createDataset,
  deleteDataset,
  loadMore,
  watchDatasets,
} from '../../examples/apollo-client/datasets.ts';
import { addFile, publish, watchStatus } from '../../examples/apollo-client/publish.ts';
import type { DatasetsQuery } from '../../examples/generated/datasets.ts';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/datasets/publishing.ts';
import { seedEditor } from '../support/datasets/seed-editor.ts';

const app = await testApp();
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' });
const clients: ApolloClient[] = [];
const warnings = [mock.method(console, 'warn'), mock.method(console, 'error')];

/** A client of a new user who has created datasets with these titles, and the uids of the datasets. */
async function clientWith(username: string, titles: readonly string[]) {
  const { apiKey, uids } = await seedEditor(app, username, titles);
  const client = createCatalogClient({ origin, apiKey });
  clients.push(client);
  return { client, uids, uid: uids[0] ?? '' };
}

type Shown = NonNullable<DatasetsQuery['datasets']>['edges'][number]['node'];

/** An open view of the list. */
function openList(client: ApolloClient, first: number) {
  const list = watchDatasets(client, first);
  list.subscribe({});
  const shown = (): readonly Shown[] => {
    const { data, dataState } = list.getCurrentResult();
    return dataState === 'complete' ? (data.datasets?.edges.map(({ node }) => node) ?? []) : [];
  };
  /** Waits until the view shows this of its datasets. */
  const shows = <T>(what: (dataset: Shown) => T, expected: readonly T[]) =>
    eventually(
      async () => shown().map(what),
      (found) => isDeepStrictEqual(found, expected),
    );
  return { shows, loadMore: () => loadMore(list) };
}
const titleOf = ({ title }: Shown) => title;

afterEach(() => {
  for (const warning of warnings) expect(warning.mock.calls.map((call) => call.arguments)).toEqual([]);
});
afterAll(() => {
  for (const client of clients) client.stop();
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
  const late: unknown = await changeTitle(client, { datasetUid: uid, revision: 1, title: 'Brooks' }).catch(
    (error: unknown) => error,
  );
  expect(CombinedGraphQLErrors.is(late) && late.errors[0]?.extensions).toMatchObject({
    code: 'REVISION_MISMATCH',
    revision: 2,
  });
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
  const status = watchStatus(client, uid).subscribe();
  await publish(client, uid);
  await list.shows((dataset) => [dataset.status?.status, dataset.status?.isPublished], [['idle', true]]);
  status.unsubscribe();
});
