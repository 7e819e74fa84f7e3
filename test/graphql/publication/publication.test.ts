import { expect, test } from '@jest/globals';
import { testApp, wholeSchema } from '#test/support/app.ts';
import {
  countUnusedGenerationsLater,
  eventually,
  numberedRows,
  requestRun,
  runAndFinish,
  recordsOf,
  seedCsvDataset,
  finishedStatus,
  statusOf,
  statusReached,
} from '#test/support/datasets/publishing.ts';
import { seedDataset, seedRuleset, seedUser } from '#test/support/seed.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host, DELETED_RETENTION_DAYS: '0' }, wholeSchema);
const { admin, unauthenticated } = app;
const done = {
  status: 'idle',
  previous: 'processing',
  next: null,
  isPublished: true,
  message: null,
  recordsErrors: [],
  params: {},
};

const revisionOf = async (uid: string) =>
  (await admin.data('query ($uid: ID!) { dataset(by: { uid: $uid }) { revision isPublished metadata } }', { uid }))
    .dataset;
const historyOf = async (uid: string) =>
  (
    await admin.data(
      `query ($uid: ID!) { dataset(by: { uid: $uid }) { status {
        history { kind outcome requestedBy isScheduled message rowsWritten recordErrors endedAt } } } }`,
      { uid },
    )
  ).dataset.status.history;
const refused = (answer: Awaited<ReturnType<typeof requestRun>>) =>
  answer.errors?.map(({ message, extensions: { code } }) => `${code}: ${message}`);

test('a dataset never published has no previous state, and publishing a CSV ends in idle with its records row by row', async () => {
  const rows = [
    { name: 'Zürich HB', trains: 2915, share: 4.25, opened: '1847-08-09' },
    { name: 'Genève, "Cornavin"', trains: 1021, share: 1, opened: '1858-03-16' },
    { name: 'two\nlines', trains: null, share: null, opened: null },
  ];
  const quoted = (value: string | number | null) => (value === null ? '' : `"${String(value).replaceAll('"', '""')}"`);
  const csv = ['name,trains,share,opened', ...rows.map((row) => Object.values(row).map(quoted).join(','))].join('\r\n');
  const uid = await seedCsvDataset(admin, web.serve('/stations.csv', csv));
  expect(await statusOf(admin, uid)).toMatchObject({ status: 'idle', previous: null, next: null, isPublished: false });
  const { revision }: { revision: number } = await revisionOf(uid);
  expect(await runAndFinish(admin, 'publishDataset', uid)).toEqual({
    ...done,
    changedAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/),
  });
  expect(await revisionOf(uid)).toMatchObject({ revision: revision + 1, isPublished: true });
  expect(await recordsOf(app, uid)).toEqual(rows);
  const { catalogDataset } = await unauthenticated.data(
    'query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { metadata schema { name type label description } } }',
    {
      uid,
    },
  );
  expect(catalogDataset.metadata.default.title.value).toBe('A');
  expect(catalogDataset.schema).toEqual(
    [
      { name: 'name', type: 'text' },
      { name: 'trains', type: 'int' },
      { name: 'share', type: 'double' },
      { name: 'opened', type: 'date' },
    ].map((field) => ({ ...field, label: field.name, description: null })),
  );
});

test('a dataset without resources is published with no records', async () => {
  const uid = await seedDataset(admin);
  expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject(done);
  expect(await recordsOf(app, uid)).toEqual([]);
});

test('publishing requires a dataset without a pending run, unpublishing and publishing metadata a published one, and aborting a running one', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/never.csv', 'a\n1\n'));
  expect(refused(await requestRun(admin, 'abortDatasetPublishing', uid))).toEqual([
    'INVALID_DATASET_STATUS: The dataset is idle; abort is allowed while it is queued, processing.',
  ]);
  expect(refused(await requestRun(admin, 'unpublishDataset', uid))).toEqual([
    'INVALID_DATASET_STATUS: The dataset is not published; unpublish is allowed while it is published.',
  ]);
  expect(refused(await requestRun(admin, 'publishDatasetMetadata', uid))).toEqual([
    'INVALID_DATASET_STATUS: The dataset is not published; publish_metadata is allowed while it is published.',
  ]);
  const tap = web.stream('/running.csv');
  const running = await seedCsvDataset(admin, tap.url);
  expect(refused(await requestRun(admin, 'publishDataset', running))).toBeUndefined();
  await statusReached(admin, running, 'processing');
  for (const [again, action] of [
    ['publishDataset', 'publish'],
    ['publishDatasetMetadata', 'publish_metadata'],
    ['unpublishDataset', 'unpublish'],
  ] as const) {
    expect(refused(await requestRun(admin, again, running))).toEqual([
      `INVALID_DATASET_STATUS: The dataset is processing; ${action} is allowed while it is idle, error, limit_reached.`,
    ]);
  }
  tap.send('a\n1\n');
  tap.close();
  expect(await finishedStatus(admin, running)).toMatchObject(done);
});

test('publications that wait for the bytes of slow sources take no slot from others of the same user', async () => {
  const taps = Array.from({ length: 5 }, (_, index) => web.stream(`/waiting${index}.csv`));
  const slow = await Promise.all(taps.map(({ url }) => seedCsvDataset(admin, url)));
  for (const [index, uid] of slow.entries()) {
    taps[index]?.send(`n,text\n${numberedRows(1, 2000)}`);
    await requestRun(admin, 'publishDataset', uid);
  }
  for (const uid of slow)
    await eventually(
      async () => (await statusOf(admin, uid)).params.rows_read,
      (count) => count === 2000,
    );
  const quick = await seedCsvDataset(admin, web.serve('/quick.csv', 'n\n1\n'));
  expect(await runAndFinish(admin, 'publishDataset', quick)).toMatchObject(done);
  for (const tap of taps) tap.close();
  for (const uid of slow) expect(await finishedStatus(admin, uid)).toMatchObject(done);
});

test('a running publication reports its progress, and an abort takes effect within a second and keeps the written records', async () => {
  const tap = web.stream('/slow.csv');
  const uid = await seedCsvDataset(admin, tap.url);
  tap.send(`n,text\n${numberedRows(1, 3000)}`);
  await requestRun(admin, 'publishDataset', uid);
  expect(await statusReached(admin, uid, 'processing', 1000)).toMatchObject({
    previous: 'queued',
    next: 'idle',
    isPublished: false,
    params: { rows_read: expect.any(Number), record_errors: 0 },
  });
  expect(
    await unauthenticated.data('query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { uid } }', { uid }),
  ).toEqual({
    catalogDataset: null,
  });
  expect(
    (await requestRun(admin, 'abortDatasetPublishing', uid)).data.abortDatasetPublishing.dataset.status.status,
  ).toBe('aborting_processing');
  expect(await finishedStatus(admin, uid)).toMatchObject({ ...done, previous: 'aborting_processing' });
  const records = await recordsOf(app, uid);
  expect(records.length).toBeGreaterThanOrEqual(1000);
  expect(await historyOf(uid)).toMatchObject([{ outcome: 'aborted', rowsWritten: records.length }]);
  expect(records).toEqual(records.map((_record, index) => ({ n: index + 1, text: `row ${index + 1}` })));
  expect(
    (
      await unauthenticated.data('query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { schema { name type } } }', {
        uid,
      })
    ).catalogDataset.schema,
  ).toMatchObject([
    { name: 'n', type: 'int' },
    { name: 'text', type: 'text' },
  ]);
  tap.close();
});

test('a source that breaks off ends the run with an error and its reason, and the earlier records stay', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/breaking.csv', 'n,text\n1,one\n'));
  await runAndFinish(admin, 'publishDataset', uid);
  const tap = web.stream('/breaking.csv');
  tap.send(`n,text\n${numberedRows(1, 2000)}`);
  await requestRun(admin, 'publishDataset', uid);
  await statusReached(admin, uid, 'processing', 1000);
  tap.disconnect();
  expect(await finishedStatus(admin, uid)).toMatchObject({
    status: 'error',
    previous: 'processing',
    next: null,
    isPublished: true,
    params: { resource: { title: 'data', uid: expect.any(String) } },
    message: expect.stringMatching(
      `^Resource data \\(re_\\w+\\): The source could not be read: ${web.host} closed the connection before the end. The records published before are unchanged.$`,
    ),
  });
  expect(await recordsOf(app, uid)).toEqual([{ n: 1, text: 'one' }]);
  await eventually(
    () => countUnusedGenerationsLater(app),
    (count) => count === 0,
  );
});

test('a republication replaces all records, and those of before are removed', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/again.csv', 'n\n1\n2\n'));
  await runAndFinish(admin, 'publishDataset', uid);
  web.serve('/again.csv', 'n\n3\n');
  await runAndFinish(admin, 'publishDataset', uid);
  expect(await recordsOf(app, uid)).toEqual([{ n: 3 }]);
  await eventually(
    () => countUnusedGenerationsLater(app),
    (count) => count === 0,
  );
});

test('publishing the metadata leaves the records alone; unpublishing removes the dataset from the catalog and keeps it', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/meta.csv', 'n\n1\n'));
  await runAndFinish(admin, 'publishDataset', uid);
  await admin.data(
    'mutation ($input: UpdateDatasetMetadataFieldInput!) { updateDatasetMetadataField(input: $input) { dataset { uid } } }',
    {
      input: { datasetUid: uid, template: 'default', field: 'title', value: 'B' },
    },
  );
  const title = async () =>
    (await unauthenticated.data('query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { metadata } }', { uid }))
      .catalogDataset?.metadata.default.title.value;
  expect(await title()).toBe('A');
  web.serve('/meta.csv', 'n\n2\n');
  expect(await runAndFinish(admin, 'publishDatasetMetadata', uid)).toMatchObject({
    ...done,
    previous: 'saving_version',
  });
  expect(await title()).toBe('B');
  expect(await recordsOf(app, uid)).toEqual([{ n: 1 }]);
  expect(await runAndFinish(admin, 'unpublishDataset', uid)).toMatchObject({
    ...done,
    previous: 'deleting',
    isPublished: false,
  });
  expect(await title()).toBeUndefined();
  await eventually(
    () => countUnusedGenerationsLater(app),
    (count) => count === 0,
  );
  expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject(done);
});

const typeField = (uid: string, field: string, type: string) =>
  admin.rest('POST', `/datasets/${uid}/fields/`, { type: 'type', label: '', field, type_param: type });

test('all errors of single records are counted, the first hundred listed, and the records are published', async () => {
  const uid = await seedCsvDataset(
    admin,
    web.serve('/odd.csv', `n,d\n1,2024-01-05\n${'odd,2024-13-05\n'.repeat(150)}`),
  );
  await typeField(uid, 'n', 'int');
  await typeField(uid, 'd', 'date');
  const { recordsErrors, message, params } = await runAndFinish(admin, 'publishDataset', uid);
  expect(recordsErrors).toHaveLength(100);
  expect(recordsErrors[0]).toEqual({
    recordId: '1',
    fieldUid: 'n',
    processorUid: expect.stringMatching(/^pr_/),
    message: 'The value is not of the type int.',
    recordText: '{"n":"odd","d":"2024-13-05"}',
  });
  expect({ message, params }).toEqual({
    message:
      'Values that do not fit the type of their field were left out: n (int): 150, d (date): 150. The first 100 of 300 errors are listed.',
    params: { record_errors: 300, lost_values: { n: 150, d: 150 } },
  });
  expect((await recordsOf(app, uid))[1]).toEqual({ n: null, d: null });
});

test('a dataset tells what became of its last twenty publications', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/told.csv', 'n\n1\n2\n'));
  const history = () => historyOf(uid);
  expect(await history()).toEqual([]);
  await runAndFinish(admin, 'publishDataset', uid);
  web.serve('/told.csv', '');
  await runAndFinish(admin, 'publishDataset', uid);
  await runAndFinish(admin, 'publishDatasetMetadata', uid);
  await runAndFinish(admin, 'unpublishDataset', uid);
  const ran = { requestedBy: 'admin', isScheduled: false, recordErrors: 0, endedAt: expect.any(String) };
  const told = [
    { ...ran, kind: 'unpublish', outcome: 'done', message: null, rowsWritten: null },
    { ...ran, kind: 'publish_metadata', outcome: 'done', message: null, rowsWritten: null },
    { ...ran, kind: 'publish', outcome: 'failed', message: expect.stringContaining('empty'), rowsWritten: 0 },
    { ...ran, kind: 'publish', outcome: 'done', message: null, rowsWritten: 2 },
  ];
  expect(await history()).toEqual(told);
  web.serve('/told.csv', 'n\n3\n');
  for (let count = 0; count < 17; count++) await runAndFinish(admin, 'publishDataset', uid);
  expect(await history()).toHaveLength(20);
  expect((await history()).slice(17)).toEqual(told.slice(0, 3));
});

test('a dataset that is deleted while it is processed takes its records with it', async () => {
  const tap = web.stream('/doomed.csv');
  const uid = await seedCsvDataset(admin, tap.url);
  tap.send(`n,text\n${numberedRows(1, 2000)}`);
  await requestRun(admin, 'publishDataset', uid);
  await statusReached(admin, uid, 'processing', 1000);
  await admin.data('mutation ($uid: ID!) { deleteDataset(input: { uid: $uid }) { uid } }', { uid });
  await eventually(
    () => countUnusedGenerationsLater(app),
    (count) => count === 0,
  );
  tap.close();
});

test('publishing needs the right to publish the dataset', async () => {
  const uid = await seedDataset(admin);
  const [stranger, editor, publisher] = [
    await seedUser(app, 'stranger'),
    await seedUser(app, 'editor'),
    await seedUser(app, 'publisher'),
  ];
  await seedRuleset(app, uid, { user: 'editor', permissions: ['edit_dataset'] });
  await seedRuleset(app, uid, { user: 'publisher', permissions: ['publish_dataset'] });
  expect(refused(await requestRun(unauthenticated, 'publishDataset', uid))?.[0]).toMatch(/^(NOT_FOUND|UNAUTHORIZED)/);
  expect(refused(await requestRun(stranger, 'publishDataset', uid))?.[0]).toMatch(/^NOT_FOUND/);
  expect(refused(await requestRun(editor, 'publishDataset', uid))).toEqual([
    'PERMISSION_DENIED: This needs the permission publish_dataset.',
  ]);
  expect(await runAndFinish(publisher, 'publishDataset', uid)).toMatchObject(done);
});

test('a worker publishes a scheduled dataset again, and records no version', async () => {
  const uid = await seedCsvDataset(admin, web.serve('/scheduled.csv', 'n\n1\n'));
  await runAndFinish(admin, 'publishDataset', uid);
  await admin.rest('POST', `/datasets/${uid}/schedules/`, { cron_schedule: '0 6 * * *' });
  const { revision } = await revisionOf(uid);
  web.serve('/scheduled.csv', 'n\n2\n');
  await app.services.orm.em
    .fork()
    .execute("update dataset_schedule set next_run_at = now() - interval '3 days' where dataset_uid = ?", [uid]);
  await app.services.jobs.send(app.services.db, 'schedules', {});
  expect(
    await eventually(
      () => recordsOf(app, uid),
      ([record]) => record?.n === 2,
    ),
  ).toEqual([{ n: 2 }]);
  expect((await revisionOf(uid)).revision).toBe(revision);
});
