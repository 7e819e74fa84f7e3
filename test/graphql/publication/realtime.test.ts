import { execFile } from 'node:child_process';
import { rm } from 'node:fs/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { joinParams, publishedCities } from '#test/support/datasets/joins.ts';
import {
  requestRun,
  runAndFinish,
  recordsOf,
  seedCsvDataset,
  finishedStatus,
  statusOf,
  statusReached,
} from '#test/support/datasets/publishing.ts';
import { changeRealtime, push, seedRealtime } from '#test/support/datasets/realtime.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';
import { newestVersion, revisionOf } from '#test/support/datasets/versions.ts';

const server = await sourceServer();
const app = await testApp({ WORKER: 'inline', FETCH_ALLOW: server.host }, { hasOwnEngine: true });
const { admin } = app;
const small = await testApp({ WORKER: 'inline', MAX_RECORDS: '3' });

const concat = { type: 'string_replace', params: { field: 'name', old: 'a', new: 'b' } };
const append = (datasetUid: string, processor: object) =>
  admin.data('mutation ($input: AppendProcessorInput!) { appendProcessor(input: $input) { dataset { uid } } }', {
    input: { datasetUid, ...processor },
  });
const fieldsOf = async (uid: string) =>
  (
    await app.services.db.rows<{ fields: { name: string; type: string }[] }>(sql`
  select published_fields as fields from dataset where uid = ${uid}`)
  )[0]?.fields.map(({ name, type }) => [name, type]);
const logOf = async (uid: string) =>
  (await app.services.db.rows(sql`select 1 from realtime_record where resource_uid = ${uid}`)).length;

test('records pushed to a published dataset are visible at once, transformed like the others, and publishing again gives the same records', async () => {
  const { datasetUid, url } = await seedRealtime(app);
  await append(datasetUid, concat);
  await push(app, url, { name: 'ana', height: 1 });
  await runAndFinish(admin, 'publishDataset', datasetUid);
  const revision = await revisionOf(app, datasetUid);
  await push(app, url, [{ name: 'maria', height: 2, since: 1999 }, { name: 'zoe' }]);
  const records = await recordsOf(app, datasetUid);
  expect(records).toEqual([
    { name: 'bnb', height: 1, since: null },
    { name: 'mbrib', height: 2, since: 1999 },
    { name: 'zoe', height: null, since: null },
  ]);
  expect(await fieldsOf(datasetUid)).toEqual([
    ['name', 'text'],
    ['height', 'int'],
    ['since', 'int'],
  ]);
  expect(await revisionOf(app, datasetUid)).toBe(revision);
  // what is configured after the publication waits for the next one
  await append(datasetUid, { ...concat, params: { ...concat.params, old: 'e', new: 'i' } });
  await push(app, url, { name: 'eva', height: 'tall' });
  expect((await recordsOf(app, datasetUid)).at(-1)).toEqual({ name: 'evb', height: null, since: null });
  expect((await statusOf(admin, datasetUid)).recordsErrors).toMatchObject([{ recordId: '3', fieldUid: 'height' }]);
});

test('records pushed to a dataset with a join are joined like its other records', async () => {
  const cities = await publishedCities(app, server);
  const { datasetUid, url } = await seedRealtime(app);
  await append(datasetUid, { type: 'join_datasets', params: joinParams(cities, { output_fields: 'name' }) });
  await runAndFinish(admin, 'publishDataset', datasetUid);
  expect((await push(app, url, [{ canton: 'GE' }, { canton: 'VS' }])).status).toBe(200);
  expect(await recordsOf(app, datasetUid)).toEqual([
    { canton: 'GE', name: 'Genève' },
    { canton: 'VS', name: null },
  ]);
  await app.services.db.rows(sql`update dataset set is_published = false where uid = ${cities}`);
  await push(app, url, { canton: 'BE' });
  expect(await recordsOf(app, datasetUid)).toHaveLength(2);
  expect((await statusOf(admin, datasetUid)).recordsErrors).toMatchObject([
    { message: expect.stringContaining(`joins the dataset ${cities}`) },
  ]);
});

test('a push during a publication is neither lost nor taken twice', async () => {
  const tap = server.stream('/slow.csv');
  const datasetUid = await seedCsvDataset(admin, tap.url);
  const { url } = await seedRealtime(app, datasetUid);
  await push(app, url, { name: 'before' });
  await requestRun(admin, 'publishDataset', datasetUid);
  await tap.requested();
  await statusReached(admin, datasetUid, 'processing');
  await Promise.all(['a', 'b', 'c'].map((name) => push(app, url, { name })));
  expect(await recordsOf(app, datasetUid)).toEqual([]);
  tap.send('name\nslow\n');
  tap.close();
  await finishedStatus(admin, datasetUid);
  const names = (await recordsOf(app, datasetUid)).map(({ name }) => name);
  expect([names.slice(0, 2), names.slice(2).toSorted()]).toEqual([
    ['slow', 'before'],
    ['a', 'b', 'c'],
  ]);
});

test('pushes at the same time all arrive', async () => {
  const { datasetUid, url } = await seedRealtime(app);
  await runAndFinish(admin, 'publishDataset', datasetUid);
  const answers = await Promise.all(Array.from({ length: 20 }, (_, number) => push(app, url, { number })));
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 20 }, () => 200));
  const numbers = (await recordsOf(app, datasetUid)).map(({ number }) => number);
  expect(numbers.toSorted((one, other) => one - other)).toEqual(Array.from({ length: 20 }, (_, number) => number));
});

test('recovering brings no record twice; an emptied log leaves the records until the next publication', async () => {
  const resource = await seedRealtime(app);
  const { datasetUid, uid, url } = resource;
  await runAndFinish(admin, 'publishDataset', datasetUid);
  await push(app, url, { name: 'a' });
  // as if these records had been made without the log
  const [made] = await app.services.db.rows<{ id: string }>(sql`
    update generation set log_position = 0, record_count = 0 where dataset_uid = ${datasetUid} returning id`);
  await app.services.db.rows(sql`delete from record_tail where generation = ${made?.id}::bigint`);
  for (const _time of [1, 2]) {
    expect(
      (await changeRealtime(app, 'recoverRealtimeRecords', resource)).data.recoverRealtimeRecords.resource.uid,
    ).toBe(uid);
    expect(await recordsOf(app, datasetUid)).toEqual([{ name: 'a' }]);
  }
  await changeRealtime(app, 'deleteRealtimeRecords', resource);
  expect([await logOf(uid), await recordsOf(app, datasetUid)]).toEqual([0, [{ name: 'a' }]]);
  await push(app, url, { name: 'b' });
  expect(await recordsOf(app, datasetUid)).toEqual([{ name: 'a' }, { name: 'b' }]);
  await runAndFinish(admin, 'publishDataset', datasetUid);
  expect(await recordsOf(app, datasetUid)).toEqual([{ name: 'b' }]);
});

test('a restore keeps the current push key, a copy has its own, and a restored resource has its log again', async () => {
  const resource = await seedRealtime(app);
  const { datasetUid, uid, url } = resource;
  await push(app, url, { name: 'a' });
  const version = await newestVersion(admin, datasetUid);
  const renewed = (await changeRealtime(app, 'renewPushKey', resource)).data.renewPushKey.resource.url;
  const restore = () =>
    admin.data(
      `mutation ($input: RestoreVersionInput!) { restoreVersion(input: $input) { dataset { resource(uid: "${uid}") { url } } } }`,
      {
        input: { datasetUid, uid: version.uid },
      },
    );
  expect((await restore()).restoreVersion.dataset.resource.url).toBe(renewed);
  const { copyDataset } = await admin.data(
    'mutation ($input: DatasetActionInput!) { copyDataset(input: $input) { dataset { resources { nodes { url params } } } } }',
    { input: { uid: datasetUid } },
  );
  expect(copyDataset.dataset.resources.nodes).toMatchObject([
    { url: expect.stringContaining('?pushkey='), params: { is_enabled: true } },
  ]);
  expect(copyDataset.dataset.resources.nodes[0].url).not.toContain(new URL(renewed).search);
  await admin.data('mutation ($input: ResourceActionInput!) { deleteResource(input: $input) { uid } }', {
    input: { datasetUid, uid },
  });
  const again = (await restore()).restoreVersion.dataset.resource.url;
  expect([again === renewed, (await push(app, again, { name: 'b' })).status]).toEqual([false, 200]);
  expect(await logOf(uid)).toBe(2);
});

test('applying a realtime resource twice changes nothing the second time, and keeps the key', async () => {
  const { datasetUid, uid, url } = await seedRealtime(app);
  const input = { datasetUid, resources: [{ type: 'realtime', title: 'Measurements' }] };
  const { applyDataset } = await admin.data(
    `mutation ($input: ApplyDatasetInput!) { applyDataset(input: $input) { changes { path } dataset { resource(uid: "${uid}") { url } } } }`,
    { input },
  );
  expect(applyDataset).toEqual({ changes: [], dataset: { resource: { url } } });
});

test('a change of the type takes the key away or makes one', async () => {
  const { datasetUid, uid, url } = await seedRealtime(app);
  const change = async (type: string) =>
    (
      await admin.data(
        'mutation ($input: UpdateResourceInput!) { updateResource(input: $input) { resource { type url } } }',
        {
          input: { datasetUid, uid, type },
        },
      )
    ).updateResource.resource;
  expect(await change('csvfile')).toEqual({ type: 'csvfile', url: null });
  expect((await push(app, url, {})).status).toBe(401);
  expect((await change('realtime')).url).not.toBe(url);
});

test('pushes stop at the maximum number of records; the status reports it, and the log has all pushed records', async () => {
  const { datasetUid, url, uid } = await seedRealtime(small);
  await runAndFinish(small.admin, 'publishDataset', datasetUid);
  await push(small, url, [{ name: 'ana' }, { name: 'bea' }]);
  await push(small, url, [{ name: 'cid' }, { name: 'dan' }]);
  await push(small, url, { name: 'eva' });
  expect(await recordsOf(small, datasetUid)).toEqual([{ name: 'ana' }, { name: 'bea' }]);
  expect((await statusOf(small.admin, datasetUid)).recordsErrors.at(-1)).toMatchObject({
    message: expect.stringContaining('more than 3 records'),
  });
  expect(await small.services.db.rows(sql`select 1 from realtime_record where resource_uid = ${uid}`)).toHaveLength(5);
});

test('a number that is not whole makes a double of a field at once', async () => {
  const { datasetUid, url } = await seedRealtime(app);
  await runAndFinish(admin, 'publishDataset', datasetUid);
  await push(app, url, { v: 1 });
  expect(await fieldsOf(datasetUid)).toEqual([['v', 'int']]);
  expect((await push(app, url, [{ v: 0.5 }, { v: 2 }])).body).toEqual({ status: 'OK' });
  expect(await recordsOf(app, datasetUid)).toEqual([{ v: 1 }, { v: 0.5 }, { v: 2 }]);
  expect(await fieldsOf(datasetUid)).toEqual([['v', 'double']]);
  const { catalogDataset } = await admin.data(
    `{ catalogDataset(by: { uid: "${datasetUid}" }) { records(first: 9, where: "v < 1.5") { nodes { values } } } }`,
  );
  expect(catalogDataset.records.nodes).toEqual([{ values: { v: 1 } }, { values: { v: 0.5 } }]);
});

test('a value of another type publishes the dataset again by itself, and the answer says what is not kept until then', async () => {
  const { datasetUid, url } = await seedRealtime(app);
  await runAndFinish(admin, 'publishDataset', datasetUid);
  await push(app, url, { height: 1 });
  expect((await push(app, url, { height: 'tall' })).body).toEqual({
    status: 'OK',
    warning:
      'Values that do not fit the type of their field are not published: height (1). The dataset is published again, with types that fit them.',
  });
  expect(await finishedStatus(admin, datasetUid)).toMatchObject({ status: 'idle', previous: 'processing' });
  expect(await recordsOf(app, datasetUid)).toEqual([{ height: '1' }, { height: 'tall' }]);
});

test('a push does not publish what an editor has changed', async () => {
  const { datasetUid, url } = await seedRealtime(app);
  await runAndFinish(admin, 'publishDataset', datasetUid);
  await push(app, url, { height: 1 });
  await append(datasetUid, concat);
  expect((await push(app, url, { height: 'tall' })).body.warning).toContain('publish the dataset again');
  expect(await statusOf(admin, datasetUid)).toMatchObject({ status: 'idle' });
  expect(await recordsOf(app, datasetUid)).toEqual([{ height: 1 }, { height: null }]);
});

/** The processes of the column engine that a process has started. */
async function enginesOf(parent: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['--ppid', String(parent), '-o', 'pid=,args=']);
  return stdout
    .split('\n')
    .filter((line) => line.includes('column-engine-process'))
    .map((line) => Number.parseInt(line));
}

test('a push whose records have equal ones in a file of another machine locks nothing while the file is fetched', async () => {
  const { datasetUid, url } = await seedRealtime(app);
  await push(app, url, [{ name: 'ana' }]);
  await runAndFinish(admin, 'publishDataset', datasetUid);
  const { config, db } = app.services;
  const [{ key } = { key: '' }] = await db.rows<{ key: string }>(
    sql`select g.file as key from generation g join dataset d on d.generation = g.id where d.uid = ${datasetUid}`,
  );
  await rm(join(config.dataDir, 'records', `${key}.duckdb`));

  // what would make the file again waits
  const engines = await enginesOf(process.pid);
  for (const pid of engines) process.kill(pid, 'SIGSTOP');
  const pushed = push(app, url, [{ name: 'ana' }]);
  try {
    await pause(1_000);
    await db.rows(sql`select 1 from dataset where uid = ${datasetUid} for update nowait`);
    expect(await Promise.race([pushed, Promise.resolve('waiting')])).toBe('waiting');
  } finally {
    for (const pid of engines) process.kill(pid, 'SIGCONT');
  }
  expect(await pushed).toMatchObject({ status: 200 });
  expect(await recordsOf(app, datasetUid)).toEqual([{ name: 'ana' }, { name: 'ana' }]);
});
