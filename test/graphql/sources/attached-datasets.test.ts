import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { eventually } from '#test/support/datasets/publishing.ts';
import { seedUser } from '#test/support/seed.ts';
import { portalServer } from '#test/support/sources/portal-server.ts';

const portal = await portalServer();
const app = await testApp({ FETCH_ALLOW: portal.host });
const { admin } = app;
for (const id of ['trees', 'lamps']) portal.datasets.set(id, { title: `The ${id}`, csv: 'code;n\n001;5\n' });

type Answer = ReturnType<typeof JSON.parse>;

async function create(name: string): Promise<string> {
  const { createHarvester } = await admin.data(
    'mutation ($input: CreateHarvesterInput!) { createHarvester(input: $input) { harvester { uid } } }',
    { input: { name, type: 'ods', settings: { domain: portal.url } } },
  );
  return createHarvester.harvester.uid;
}

const read = async (uid: string): Promise<Answer> =>
  (
    await admin.data(
      `query ($uid: ID!) { harvester(uid: $uid) { status harvestedDatasets { nodes { remoteId outcome
        dataset { uid resources { nodes { title } } } } } } }`,
      { uid },
    )
  ).harvester;

/** The outcomes of a run, by identifier. */
async function run(uid: string): Promise<Answer> {
  await admin.data('mutation ($input: StartHarvesterInput!) { startHarvester(input: $input) { __typename } }', {
    input: { uid },
  });
  const { harvestedDatasets } = await eventually(
    () => read(uid),
    ({ status }: Answer) => status === 'idle',
  );
  return Object.fromEntries(harvestedDatasets.nodes.map((each: Answer) => [each.remoteId, each]));
}

test('a dataset that is here already is attached to a harvester, whose next run finds it', async () => {
  const { createDataset } = await admin.data(
    'mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { uid revision } } }',
    {
      input: {
        datasetId: 'attached',
        metadata: { default: { title: { value: 'Lamps' }, description: { value: 'Ours' } } },
      },
    },
  );
  const { uid: datasetUid, revision } = createDataset.dataset;
  const uid = await create('Neighbour');
  const remoteMetadata = { default: { title: 'Lamps', description: 'Theirs' } };
  const field = { name: 'code', label: 'The code', type: 'text', description: 'A code', annotations: {} };
  const input = {
    datasetUid,
    harvesterUid: uid,
    remoteId: 'lamps',
    remoteMetadata,
    remoteFields: [field],
    expectedRevision: revision,
  };
  const attach = (more: object, caller = admin): Promise<Answer> =>
    caller.graph(
      'mutation ($input: AttachHarvestedDatasetInput!) { attachHarvestedDataset(input: $input) { dataset { revision } } }',
      { input: { ...input, ...more } },
    );
  const part = { uid: 'resource-of-others', remoteUrl: 'https://data.example.org/lamps.csv' };
  const refusals: readonly (readonly [object, object])[] = [
    [{ harvesterUid: 'nowhere' }, { code: 'NOT_FOUND' }],
    [{ datasetUid: 'nowhere' }, { code: 'NOT_FOUND' }],
    [{ expectedRevision: 7 }, { code: 'REVISION_MISMATCH' }],
    [{ remoteId: '' }, { fields: { remoteId: [expect.any(String)] } }],
    [{ remoteId: 'x'.repeat(501) }, { fields: { remoteId: ['Use 500 characters at most.'] } }],
    [
      { remoteMetadata: { default: { titel: 'Lamps' } } },
      { fields: { 'remoteMetadata.default.titel': [expect.any(String)] } },
    ],
    [
      { remoteMetadata: { default: { title: 'x'.repeat(900_000) } } },
      { fields: { remoteMetadata: [expect.any(String)] } },
    ],
    [{ remoteFields: [{ label: 'The code' }] }, { fields: { 'remoteFields.0.name': [expect.any(String)] } }],
    [{ resources: [part] }, { fields: { 'resources.0.uid': [expect.any(String)] } }],
    [{ attachments: [part] }, { fields: { 'attachments.0.uid': [expect.any(String)] } }],
    [
      { resources: [{ ...part, remoteUrl: 'x'.repeat(4_001) }] },
      { fields: { 'resources.0.remoteUrl': [expect.any(String)] } },
    ],
  ];
  for (const [more, extensions] of refusals) expect((await attach(more)).errors).toMatchObject([{ extensions }]);
  const editor = await seedUser(app, 'lamps', { permissions: ['edit_dataset'] });
  expect((await attach({}, editor)).errors).toMatchObject([{ extensions: { code: 'PERMISSION_DENIED' } }]);
  expect(await attach({})).toMatchObject({
    data: { attachHarvestedDataset: { dataset: { revision: Number(revision) + 1 } } },
  });

  expect(await admin.data('{ auditEntries(first: 1) { nodes { action objectType objectKey fields } } }')).toMatchObject(
    {
      auditEntries: { nodes: [{ action: 'attachHarvestedDataset', objectType: 'Harvester', objectKey: uid }] },
    },
  );

  const readAttached = `query ($uid: ID!) { dataset(by: { uid: $uid }) { metadata remoteFields
    harvestedFrom { remoteId outcome harvester { uid } resources { uid remoteUrl } attachments { uid } } } }`;
  const attached = await admin.data(readAttached, { uid: datasetUid });
  expect(attached.dataset).toMatchObject({
    metadata: {
      default: {
        title: { value: 'Lamps', remote_value: 'Lamps', override_remote_value: false },
        description: { value: 'Ours', remote_value: 'Theirs', override_remote_value: true },
      },
    },
    remoteFields: [field],
    harvestedFrom: { remoteId: 'lamps', outcome: 'created', harvester: { uid }, resources: [], attachments: [] },
  });
  // a caller who may not read harvesters sees nothing of them
  expect((await editor.data(readAttached, { uid: datasetUid })).dataset.harvestedFrom).toBeNull();
  const again = await attach({ expectedRevision: null, remoteId: 'trees' });
  expect(again.errors).toMatchObject([
    { extensions: { fields: { remoteId: ['The dataset attached belongs to lamps already.'] } } },
  ]);
  const other = await create('Other');
  expect((await attach({ expectedRevision: null, harvesterUid: other })).errors).toMatchObject([
    { extensions: { fields: { datasetUid: [expect.stringMatching(/belongs to another harvester/)] } } },
  ]);

  const first = await run(uid);
  expect(first).toMatchObject({
    trees: { outcome: 'created' },
    lamps: { outcome: 'updated', dataset: { uid: datasetUid, resources: { nodes: [{ title: 'The lamps' }] } } },
  });
  portal.datasets.delete('lamps');
  expect(await run(uid)).toMatchObject({ lamps: { outcome: 'missing' } });
});

test('during a run of the harvester, no dataset is attached to it', async () => {
  const { createDataset } = await admin.data(
    'mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { uid } } }',
    { input: { datasetId: 'late', metadata: { default: { title: { value: 'Late' } } } } },
  );
  const uid = await create('Busy');
  const attach = (): Promise<Answer> =>
    admin.graph(
      'mutation ($input: AttachHarvestedDatasetInput!) { attachHarvestedDataset(input: $input) { dataset { title } } }',
      { input: { datasetUid: createDataset.dataset.uid, harvesterUid: uid, remoteId: 'late', remoteMetadata: {} } },
    );
  let open: (() => void) | undefined;
  portal.gate = new Promise<void>((resolve) => (open = resolve));
  const running = run(uid);
  await eventually(
    () => read(uid),
    ({ status }: Answer) => status !== 'idle',
  );
  expect((await attach()).errors).toMatchObject([{ extensions: { code: 'INVALID_HARVESTER_STATUS' } }]);
  open?.();
  portal.gate = undefined;
  await running;
  expect(await attach()).toMatchObject({ data: { attachHarvestedDataset: { dataset: { title: 'Late' } } } });
});
