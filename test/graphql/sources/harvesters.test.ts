import { beforeEach, describe, expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { eventually, recordsOf, runAndFinish } from '#test/support/datasets/publishing.ts';
import { seedUser } from '#test/support/seed.ts';
import { portalServer } from '#test/support/sources/portal-server.ts';
import { versionsOf } from '#test/support/datasets/versions.ts';

const portal = await portalServer();
const app = await testApp({ FETCH_ALLOW: portal.host });
const { admin } = app;

type Answer = ReturnType<typeof JSON.parse>;

const fields = `uid name type status settings forcedMetadata remoteDatasetCount harvestedDatasetCount attachedDatasetCount
  publishedDatasetCount resourceErrorCount hasError heldDeletionCount lastSuccessAt
  harvestedDatasets(first: 100) { nodes { remoteId outcome error changes { field before after } dataset { uid datasetId isRestricted revision metadata
    resources(first: 10) { nodes { uid title type datasource { type } } } attachments(first: 10) { nodes { filename } } } } }`;

const read = async (uid: string): Promise<Answer> =>
  (await admin.data(`query ($uid: ID!) { harvester(uid: $uid) { ${fields} } }`, { uid })).harvester;

async function create(settings: object = {}, more: object = {}): Promise<string> {
  const input = { name: 'Neighbour', type: 'ods', settings: { domain: portal.url, ...settings }, ...more };
  const { createHarvester } = await admin.data(
    'mutation ($input: CreateHarvesterInput!) { createHarvester(input: $input) { harvester { uid status } } }',
    { input },
  );
  expect(createHarvester.harvester.status).toBe('new');
  return createHarvester.harvester.uid;
}

const change = (name: string, type: string, input: object): Promise<Answer> =>
  admin.graph(`mutation ($input: ${type}!) { ${name}(input: $input) { harvester { status } } }`, { input });

async function run(uid: string, options: object = {}): Promise<Answer> {
  const { errors } = await change('startHarvester', 'StartHarvesterInput', { uid, ...options });
  expect(errors).toBeUndefined();
  return eventually(
    () => read(uid),
    ({ status }: Answer) => status === 'idle',
  );
}

const errorsOf = async (uid: string): Promise<Answer> =>
  (await admin.data('query ($uid: ID!) { harvesterErrors(uid: $uid) { harvester resources } }', { uid }))
    .harvesterErrors;

const outcomes = ({ harvestedDatasets }: Answer): Record<string, string> =>
  Object.fromEntries(harvestedDatasets.nodes.map(({ remoteId, outcome }: Answer) => [remoteId, outcome]));
const datasetOf = ({ harvestedDatasets }: Answer, id: string): Answer =>
  harvestedDatasets.nodes.find(({ remoteId }: Answer) => remoteId === id)?.dataset;

beforeEach(() => {
  portal.datasets.clear();
  portal.status = 200;
  portal.gate = undefined;
  for (const id of ['trees', 'benches', 'lamps', 'paths'])
    portal.datasets.set(id, { title: `The ${id}`, csv: 'code;n\n001;5\n' });
});

describe('A run', () => {
  test('makes a dataset of each remote one, which the portal publishes with its labels', async () => {
    portal.datasets.set('files', { title: 'Files', csv: null, files: { 'manual.txt': 'read me' } });
    const uid = await create({}, { forcedMetadata: { default: { publisher: 'Us' } } });
    const harvester = await run(uid);
    expect(harvester).toMatchObject({
      remoteDatasetCount: 5,
      harvestedDatasetCount: 5,
      attachedDatasetCount: 5,
      publishedDatasetCount: 0,
      resourceErrorCount: 0,
      hasError: false,
      lastSuccessAt: expect.any(String),
    });
    expect(datasetOf(harvester, 'files')).toMatchObject({
      resources: { nodes: [] },
      attachments: { nodes: [{ filename: 'manual.txt' }] },
    });
    const trees = datasetOf(harvester, 'trees');
    expect(trees).toMatchObject({
      datasetId: 'trees',
      isRestricted: false,
      metadata: {
        default: {
          title: { value: 'The trees', remote_value: 'The trees', override_remote_value: false },
          publisher: { value: 'Us', remote_value: 'Us' },
        },
        internal: { theme_id: { value: ['Nature'] } },
      },
      resources: { nodes: [{ title: 'The trees', type: 'csvfile', datasource: { type: 'http' } }] },
    });
    await runAndFinish(admin, 'publishDataset', trees.uid);
    expect(await recordsOf(app, trees.uid)).toEqual([{ code: '001', n: 5 }]);
    expect((await read(uid)).publishedDatasetCount).toBe(1);

    portal.datasets.set('trees', { title: 'All trees', csv: 'code;n\n001;6\n' });
    portal.datasets.set('benches', { title: 'All benches', csv: 'code;n\n001;6\n' });
    const benches = datasetOf(harvester, 'benches').uid;
    await admin.data(
      'mutation ($input: UpdateDatasetMetadataInput!) { updateDatasetMetadata(input: $input) { dataset { uid } } }',
      {
        input: {
          datasetUid: benches,
          metadataFields: [{ template: 'default', field: 'title', value: 'Ours', isRemoteValueOverridden: true }],
        },
      },
    );
    const versions = await versionsOf(admin, datasetOf(harvester, 'lamps').uid);
    const again = await run(uid);
    expect(outcomes(again)).toEqual({
      trees: 'updated',
      benches: 'updated',
      lamps: 'unchanged',
      paths: 'unchanged',
      files: 'unchanged',
    });
    expect(datasetOf(again, 'trees')).toMatchObject({
      uid: trees.uid,
      resources: { nodes: [{ uid: trees.resources.nodes[0].uid }] },
    });
    expect(datasetOf(again, 'benches').metadata.default.title).toEqual({
      value: 'Ours',
      remote_value: 'All benches',
      override_remote_value: true,
    });
    expect(await versionsOf(admin, datasetOf(again, 'lamps').uid)).toHaveLength(versions.length);
    await eventually(
      () => recordsOf(app, trees.uid),
      (records) => JSON.stringify(records).includes('6'),
    );
  });

  test('records what fails at its dataset, and goes on; a dataset that was deleted by hand is made again', async () => {
    portal.datasets.set('half', { title: 'Half', csv: null, files: { 'here.txt': 'x', 'gone.txt': 'lost' } });
    portal.missing.add('gone.txt');
    portal.datasets.set('large', { title: 'x'.repeat(1_000_000), csv: null });
    const uid = await create({}, { isRestrictingDatasets: true });
    const first = await run(uid);
    expect(first).toMatchObject({
      remoteDatasetCount: 6,
      harvestedDatasetCount: 5,
      resourceErrorCount: 2,
      hasError: false,
    });
    expect(await errorsOf(uid)).toEqual({
      harvester: null,
      resources: {
        half: expect.stringMatching(/^gone.txt: .*404/),
        large: 'Its description has more than 900000 characters.',
      },
    });
    expect(datasetOf(first, 'half').attachments.nodes).toEqual([{ filename: 'here.txt' }]);
    const trees = datasetOf(first, 'trees');
    expect(trees.isRestricted).toBe(true);
    await admin.data('mutation ($input: DatasetActionInput!) { deleteDataset(input: $input) { uid } }', {
      input: { uid: trees.uid },
    });
    portal.missing.clear();
    const again = await run(uid);
    expect(outcomes(again)).toEqual({
      trees: 'created',
      benches: 'unchanged',
      lamps: 'unchanged',
      paths: 'unchanged',
      half: 'updated',
      large: 'failed',
    });
    expect(datasetOf(again, 'trees').uid).not.toBe(trees.uid);
    expect(datasetOf(again, 'half').attachments.nodes).toHaveLength(2);
  });

  test('gives a dataset another identifier where its own is taken, and says so', async () => {
    await admin.data('mutation ($input: CreateDatasetInput!) { createDataset(input: $input) { dataset { uid } } }', {
      input: { datasetId: 'kiosks', metadata: { default: { title: { value: 'Kiosks' } } } },
    });
    portal.datasets.set('kiosks', { title: 'Kiosks of others', csv: null });
    const uid = await create();
    const { harvestedDatasets, resourceErrorCount } = await run(uid);
    expect(resourceErrorCount).toBe(0);
    expect(harvestedDatasets.nodes.filter(({ remoteId }: Answer) => remoteId === 'kiosks')).toMatchObject([
      {
        outcome: 'created',
        error: null,
        changes: [{ field: 'datasetId', before: 'kiosks', after: 'kiosks-1' }],
        dataset: { datasetId: 'kiosks-1' },
      },
    ]);
  });

  test('deletes what is gone, up to a third; more waits for a confirmation, and an empty list deletes nothing', async () => {
    const uid = await create({}, { isDeletingMissingDatasets: true });
    const first = await run(uid);
    portal.datasets.delete('trees');
    expect(outcomes(await run(uid))).toEqual({
      trees: 'deleted',
      benches: 'unchanged',
      lamps: 'unchanged',
      paths: 'unchanged',
    });
    portal.datasets.delete('benches');
    portal.datasets.delete('lamps');
    const held = await run(uid);
    expect(held).toMatchObject({ attachedDatasetCount: 3, heldDeletionCount: 2, hasError: true });
    expect(outcomes(held)).toEqual({ benches: 'missing', lamps: 'missing', paths: 'unchanged' });
    expect((await errorsOf(uid)).harvester).toMatch(/no longer has 2 datasets, which is more than a third/);
    portal.datasets.clear();
    expect(await run(uid, { isDeletionConfirmed: true })).toMatchObject({ attachedDatasetCount: 3, hasError: true });
    expect((await errorsOf(uid)).harvester).toBe(
      'The source lists no datasets, and had 3 before. They stay as they are: check the source.',
    );
    portal.datasets.set('paths', { title: 'The paths', csv: 'code;n\n001;5\n' });
    expect(await run(uid, { isDeletionConfirmed: true })).toMatchObject({ attachedDatasetCount: 1, hasError: false });
    const { deletedDatasets } = await admin.data('{ deletedDatasets(first: 100) { nodes { uid } } }');
    const deleted = deletedDatasets.nodes.map((node: Answer) => node.uid);
    for (const id of ['trees', 'benches', 'lamps']) expect(deleted).toContain(datasetOf(first, id).uid);
  });

  test('fails with the source, and changes nothing', async () => {
    const uid = await create();
    const before = await run(uid);
    portal.status = 500;
    const failed = await run(uid);
    expect(failed).toMatchObject({ hasError: true, attachedDatasetCount: 4, lastSuccessAt: before.lastSuccessAt });
    expect(await errorsOf(uid)).toEqual({ harvester: expect.stringContaining('500'), resources: {} });
    const junar = await create({ url: 'https://x.example', auth_key: 'k' }, { type: 'junar', name: 'Junar' });
    await run(junar);
    expect((await errorsOf(junar)).harvester).toContain('Junar offers no public interface');
  });

  test('ends when it is aborted, and in no other order', async () => {
    const uid = await create();
    const refused = { code: 'INVALID_HARVESTER_STATUS' };
    const abort = () => change('abortHarvester', 'HarvesterActionInput', { uid });
    expect((await abort()).errors[0]).toMatchObject({
      message: 'The harvester is new; abort is allowed while it is queued, processing.',
      extensions: refused,
    });
    let open: () => void = () => undefined;
    portal.gate = new Promise((resolve) => (open = resolve));
    await change('startHarvester', 'StartHarvesterInput', { uid });
    expect((await change('startHarvester', 'StartHarvesterInput', { uid })).errors[0].extensions).toMatchObject(
      refused,
    );
    await eventually(
      () => read(uid),
      ({ status }: Answer) => status === 'processing',
    );
    expect((await abort()).data.abortHarvester.harvester.status).toBe('aborting');
    await eventually(
      () => read(uid),
      ({ status }: Answer) => status === 'idle',
    );
    open();
    expect(await read(uid)).toMatchObject({ attachedDatasetCount: 0, lastSuccessAt: null, hasError: false });
  });
});

describe('A harvester', () => {
  test('has settings that are checked, and secrets that nobody reads', async () => {
    const uid = await create({ api_key: 'hush' });
    expect(await read(uid)).toMatchObject({ settings: { domain: portal.url, refines: '', api_key: null } });
    const update = (input: object) =>
      admin.graph(
        'mutation ($input: UpdateHarvesterInput!) { updateHarvester(input: $input) { harvester { name settings } } }',
        {
          input: { uid, ...input },
        },
      );
    expect(
      (await update({ name: 'Other', settings: { refines: 'a:b', api_key: null } })).data.updateHarvester.harvester,
    ).toEqual({
      name: 'Other',
      settings: { domain: portal.url, refines: 'a:b', api_key: null },
    });
    const moved = await update({ settings: { domain: 'https://elsewhere.example' } });
    expect(moved.errors?.[0]).toMatchObject({
      extensions: { fields: { 'settings.api_key': [expect.stringContaining('again')] } },
    });
    expect((await update({ type: 'ckan' })).errors?.[0]?.extensions.fields).toHaveProperty('type');
    expect(
      (await update({ forcedMetadata: { default: { title: 3 }, nothing: {} } })).errors?.[0]?.extensions.fields,
    ).toMatchObject({
      'forcedMetadata.default.title': [expect.any(String)],
      'forcedMetadata.nothing': [expect.any(String)],
    });
    expect((await update({ settings: { api_key: '' } })).data.updateHarvester.harvester.settings.api_key).toBe('');
  });

  test('previews its source, saved or not', async () => {
    const uid = await create();
    const preview = async (input: object) =>
      admin.graph(
        'query ($input: PreviewHarvesterInput!) { harvesterPreview(input: $input) { totalCount datasets { remoteId title description } } }',
        { input },
      );
    const answer = await preview({ uid });
    expect(answer.data.harvesterPreview).toMatchObject({
      totalCount: 4,
      datasets: [{ remoteId: 'trees', title: 'The trees', description: '<p>The trees</p>' }, {}, {}, {}],
    });
    expect((await preview({ type: 'ods', settings: { domain: portal.url } })).data).toEqual(answer.data);
    portal.status = 404;
    expect((await preview({ uid })).errors?.[0]?.extensions.code).toBe('SOURCE_FAILED');
  });

  test('is for those who may create, edit and publish all datasets', async () => {
    const editor = await seedUser(app, 'editor', { permissions: ['create_dataset', 'edit_dataset'] });
    const refused = await editor.graph('{ harvesters(first: 1) { totalCount } }');
    expect(refused.errors?.[0]?.extensions.code).toBe('PERMISSION_DENIED');
    const harvester = await seedUser(app, 'harvester', {
      permissions: ['create_dataset', 'edit_dataset', 'publish_dataset'],
    });
    expect((await harvester.graph('{ harvesters(first: 1) { totalCount } }')).errors).toBeUndefined();
    expect(
      (await app.unauthenticated.graph('{ harvesters(first: 1) { totalCount } }')).errors?.[0]?.extensions.code,
    ).toBe('UNAUTHORIZED');
  });

  test('is deleted with its datasets, or lets them go as they are', async () => {
    const remove = (uid: string, hasDatasetsDeleted: boolean) =>
      admin.data('mutation ($input: DeleteHarvesterInput!) { deleteHarvester(input: $input) { uid } }', {
        input: { uid, hasDatasetsDeleted },
      });
    const uidOf = (uid: string) =>
      admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { uid metadata } }', { uid });
    const kept = await create();
    const trees = datasetOf(await run(kept), 'trees');
    await remove(kept, false);
    expect(await read(kept)).toBeNull();
    expect((await uidOf(trees.uid)).dataset.metadata.default.title).toEqual({ value: 'The trees' });
    const dropped = await create();
    const lamps = datasetOf(await run(dropped), 'lamps');
    await remove(dropped, true);
    await eventually(
      () => read(dropped),
      (harvester: Answer) => harvester === null,
    );
    expect((await uidOf(lamps.uid)).dataset).toBeNull();
  });

  test('has one schedule, by the clock of its time zone', async () => {
    const uid = await create();
    const add = (input: object) =>
      admin.graph(
        'mutation ($input: CreateHarvesterScheduleInput!) { createHarvesterSchedule(input: $input) { schedule { uid cronSchedule timezone nextRunAt } } }',
        { input: { harvesterUid: uid, cronSchedule: '30 2 * * *', timezone: 'Europe/Paris', ...input } },
      );
    expect((await add({ timezone: 'Mars/Base', cronSchedule: '1' })).errors?.[0]?.extensions.fields).toMatchObject({
      timezone: [expect.any(String)],
      cronSchedule: [expect.any(String)],
    });
    const { schedule } = (await add({})).data.createHarvesterSchedule;
    expect(schedule).toMatchObject({ cronSchedule: '30 2 * * *', timezone: 'Europe/Paris' });
    expect((await add({})).errors?.[0]?.extensions.code).toBe('INVALID_INPUT');
    await admin.data(
      'mutation ($input: DeleteHarvesterScheduleInput!) { deleteHarvesterSchedule(input: $input) { uid } }',
      { input: { harvesterUid: uid, uid: schedule.uid } },
    );
    expect((await add({})).errors).toBeUndefined();
  });

  test('publishes all its datasets, and removes them from the catalog', async () => {
    const uid = await create();
    await run(uid);
    await change('publishHarvesterDatasets', 'HarvesterActionInput', { uid });
    await eventually(
      () => read(uid),
      ({ publishedDatasetCount }: Answer) => publishedDatasetCount === 4,
    );
    const isIdle = async () => {
      const { datasets } = await admin.data('{ datasets(first: 100) { nodes { status { status } } } }');
      return datasets.nodes.every((dataset: Answer) => dataset.status.status === 'idle');
    };
    await eventually(isIdle, Boolean);
    await change('unpublishHarvesterDatasets', 'HarvesterActionInput', { uid });
    await eventually(
      () => read(uid),
      ({ publishedDatasetCount }: Answer) => publishedDatasetCount === 0,
    );
  });
});
