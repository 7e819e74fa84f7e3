import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { eventually } from '#test/support/datasets/publishing.ts';
import { versionsOf } from '#test/support/datasets/versions.ts';
import { feedServer } from '#test/support/sources/feed-server.ts';
import { killWorker, startWorker } from '../publication/worker-process.ts';

const feeds = await feedServer();
const app = await testApp({ FETCH_ALLOW: feeds.host, WORKER: 'off' });
const { admin } = app;

type Answer = ReturnType<typeof JSON.parse>;

const read = async (uid: string): Promise<Answer> =>
  (
    await admin.data(
      `query ($uid: ID!) { harvester(uid: $uid) { status hasError remoteDatasetCount harvestedDatasetCount attachedDatasetCount
        harvestedDatasets(first: 10) { nodes { remoteId outcome error dataset { uid } } } } }`,
      { uid },
    )
  ).harvester;

test('after a worker is killed during a run, another one ends the run as if nothing had happened', async () => {
  let open: () => void = () => undefined;
  const gate = new Promise<void>((resolve) => (open = resolve));
  feeds.answers.set('/api/3/action/package_search', async ({ searchParams }) => {
    const start = Number(searchParams.get('start'));
    // the run has taken over two of three datasets when its worker dies
    if (start === 2) await gate;
    const results = [{ id: `d${start}`, title: `Title ${start}` }];
    return { body: JSON.stringify({ success: true, result: { count: 3, results } }) };
  });
  const { createHarvester } = await admin.data(
    'mutation ($input: CreateHarvesterInput!) { createHarvester(input: $input) { harvester { uid } } }',
    { input: { name: 'Feed', type: 'ckan', settings: { url: feeds.url } } },
  );
  const { uid } = createHarvester.harvester;
  const worker = startWorker(app);
  await admin.data(
    'mutation ($input: StartHarvesterInput!) { startHarvester(input: $input) { harvester { status } } }',
    { input: { uid } },
  );
  const half = await eventually(
    () => read(uid),
    ({ attachedDatasetCount }: Answer) => attachedDatasetCount === 2,
  );
  await killWorker(app, worker);
  const [taken] = half.harvestedDatasets.nodes;
  const versions = await versionsOf(admin, taken.dataset.uid);
  expect(await read(uid)).toMatchObject({ status: 'processing' });
  open();
  startWorker(app);
  const ended = await eventually(
    () => read(uid),
    ({ status }: Answer) => status === 'idle',
  );
  expect(ended).toMatchObject({
    hasError: false,
    remoteDatasetCount: 3,
    harvestedDatasetCount: 3,
    attachedDatasetCount: 3,
    harvestedDatasets: {
      nodes: ['d0', 'd1', 'd2'].map((remoteId) => ({ remoteId, outcome: 'created', error: null })),
    },
  });
  const [first] = ended.harvestedDatasets.nodes;
  expect(first.dataset.uid).toBe(taken.dataset.uid);
  expect(await versionsOf(admin, first.dataset.uid)).toEqual(versions);
});
