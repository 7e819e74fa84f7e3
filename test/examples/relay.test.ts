import { spawnSync } from 'node:child_process';
import { mock } from 'node:test';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, expect, test } from '@jest/globals';
import type { Disposable, Environment } from 'relay-runtime';
import { changeTitle, createDataset, deleteDataset, loadPage, watchDatasets } from '../../examples/relay/datasets.ts';
import { createCatalogEnvironment } from '../../examples/relay/environment.ts';
import type { datasetsQuery$data } from '../../examples/relay/generated/datasetsQuery.graphql.ts';
import { addFile, publish, watchStatus } from '../../examples/relay/publish.ts';
import { testApp } from '../support/app.ts';
import { eventually } from '../support/datasets/publishing.ts';
import { seedEditor } from '../support/datasets/seed-editor.ts';

const app = await testApp();
const origin = await app.http.listen({ port: 0, host: '127.0.0.1' });
const open: Disposable[] = [];
const warnings = [mock.method(console, 'warn'), mock.method(console, 'error')];

/** An environment of a new user who has created datasets with these titles, and the uids of the datasets. */
async function environmentWith(username: string, titles: readonly string[]) {
  const { apiKey, uids } = await seedEditor(app, username, titles);
  return { environment: createCatalogEnvironment({ origin, apiKey }), uids, uid: uids[0] ?? '' };
}

type Shown = NonNullable<datasetsQuery$data['datasets']>['edges'][number]['node'];

/** An open view of the list. */
async function openList(environment: Environment, first: number) {
  let shown: datasetsQuery$data = { datasets: null };
  open.push(
    watchDatasets(environment, first, (data) => {
      shown = data;
    }),
  );
  await loadPage(environment, first);
  /** Waits until the view shows this of its datasets. */
  const shows = <T>(what: (dataset: Shown) => T, expected: readonly T[]) =>
    eventually(
      async () => shown.datasets?.edges.map(({ node }) => what(node)),
      (found) => isDeepStrictEqual(found, expected),
    );
  return { shows, current: () => shown.datasets };
}
const titleOf = ({ title }: Shown) => title;

afterEach(() => {
  for (const each of open.splice(0)) each.dispose();
  for (const warning of warnings) expect(warning.mock.calls.map((call) => call.arguments)).toEqual([]);
});
test("Relay's compiler accepts the schema and the documents, and would write the files that are there", () => {
  const compiler = spawnSync('../../node_modules/.bin/relay-compiler', ['--validate'], {
    cwd: 'examples/relay',
    encoding: 'utf8',
  });
  expect({ status: compiler.status, output: `${compiler.stdout}${compiler.stderr}` }).toEqual({
    status: 0,
    output: expect.stringContaining('Done.'),
  });
});

test('the pages of a list are one list', async () => {
  const { environment } = await environmentWith('ada', ['Rivers', 'Lakes', 'Seas']);
  const { shows, current } = await openList(environment, 2);
  await shows(titleOf, ['Rivers', 'Lakes']);
  expect(current()?.pageInfo.hasNextPage).toBe(true);
  await loadPage(environment, 2, current()?.pageInfo.endCursor);
  await shows(titleOf, ['Rivers', 'Lakes', 'Seas']);
  expect(current()?.pageInfo.hasNextPage).toBe(false);
});

test('a list shows a change, and a change of a revision that is no longer current fails', async () => {
  const { environment, uid } = await environmentWith('grace', ['Rivers', 'Lakes']);
  const { shows } = await openList(environment, 20);
  await changeTitle(environment, { datasetUid: uid, revision: 1, title: 'Streams' });
  await shows(titleOf, ['Streams', 'Lakes']);
  await shows(({ revision }) => revision, [2, 1]);
  await expect(changeTitle(environment, { datasetUid: uid, revision: 1, title: 'Brooks' })).rejects.toMatchObject({
    source: { errors: [{ extensions: { code: 'REVISION_MISMATCH', revision: 2 } }] },
  });
});

test('a list shows created datasets, and no longer deleted ones, without another request', async () => {
  const { environment, uid } = await environmentWith('mary', ['Rivers']);
  const { shows, current } = await openList(environment, 20);
  const connection = current()?.__id ?? '';
  await createDataset(environment, 'Lakes', connection);
  await shows(titleOf, ['Rivers', 'Lakes']);
  await deleteDataset(environment, uid, connection);
  await shows(titleOf, ['Lakes']);
});

test('an uploaded file becomes a resource, whose publication the list follows by a subscription', async () => {
  const { environment, uid } = await environmentWith('katherine', ['Rivers']);
  const { shows } = await openList(environment, 20);
  await shows(({ status }) => status?.isPublished, [false]);
  const file = new File(['river,km\nRhine,1233\n'], 'rivers.csv', { type: 'text/csv' });
  expect(await addFile(environment, uid, file)).toMatchObject({ title: 'rivers.csv' });
  open.push(watchStatus(environment, uid));
  await publish(environment, uid);
  await shows((dataset) => [dataset.status?.status, dataset.status?.isPublished], [['idle', true]]);
});
