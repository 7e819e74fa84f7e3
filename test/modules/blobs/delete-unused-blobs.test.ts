import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { anonymous } from '#api/session.ts';
import { inTransaction } from '#api/transaction.ts';
import { ReceivedFile } from '#api/types/scalars.ts';
import { sql } from '#kernel/sql.ts';
import { deleteUnusedBlobs } from '#blobs/delete-unused-blobs.job.ts';
import { storeFile } from '#blobs/index.ts';
import { createContext } from '#server/create-context.ts';
import { seedDataset } from '#test/support/seed.ts';

const hour = 3_600_000;
let now = Date.UTC(2026, 0, 1);
const app = await testApp({ DELETED_RETENTION_DAYS: '0' }, { clock: { now: () => new Date(now) } });
const { admin, services } = app;
const { db, storage } = services;

const context = (used = services) => createContext(used, anonymous, randomUUID());
const never = new AbortController().signal;
const collect = (used = services) => deleteUnusedBlobs(context(used), never);
const later = async (hours: number) => {
  now += hours * hour;
  await collect();
};

let made = 0;
async function attached(content = `content ${String((made += 1))}`) {
  const datasetUid = await seedDataset(admin);
  const path = `/datasets/${datasetUid}/attachments/`;
  const {
    body: { uid },
  } = await admin.upload(path, 'a.txt', content);
  const [row] = await db.rows<{ key: string }>(sql`select blob_key as key from attachment where uid = ${uid}`);
  return { content, datasetUid, path, one: `${path}${String(uid)}/`, key: row?.key ?? '' };
}

const isStored = (key: string): Promise<boolean> =>
  storage.read(key).then(
    (bytes) => {
      bytes.destroy();
      return true;
    },
    () => false,
  );
const deleteDataset = (uid: string) =>
  admin.data('mutation ($uid: ID!) { deleteDataset(input: { uid: $uid }) { uid } }', { uid });
const rowOf = (key: string) =>
  db.rows<{ unreferenced: boolean }>(
    sql`select unreferenced_since is not null as unreferenced from blob where key = ${key}`,
  );

test('bytes are removed when nothing has referred to them for 24 hours, and not before', async () => {
  const { datasetUid, key } = await attached();
  await later(48);
  expect(await isStored(key)).toBe(true);
  await deleteDataset(datasetUid);
  await collect();
  await later(23);
  expect(await isStored(key)).toBe(true);
  await later(1);
  expect(await isStored(key)).toBe(false);
  expect(await rowOf(key)).toEqual([]);
});

test('deleting one of several files with the same bytes keeps the bytes for the others', async () => {
  const first = await attached();
  const second = await attached(first.content);
  await admin.upload(`/datasets/${second.datasetUid}/resources/files/`, 'a.txt', first.content);
  await deleteDataset(first.datasetUid);
  await later(30);
  await later(30);
  expect(await admin.rest('GET', `${second.one}download/`)).toMatchObject({ status: 200, body: first.content });
});

test('the bytes named by a version, a pending run or a published configuration are kept', async () => {
  const { one, datasetUid, key } = await attached();
  await admin.rest('DELETE', one);
  await later(30);
  await later(30);
  expect(await isStored(key)).toBe(true);
  const {
    body: {
      results: [, made],
    },
  } = await admin.rest('GET', `/datasets/${datasetUid}/versions/`);
  expect(await admin.rest('POST', `/datasets/${datasetUid}/versions/${String(made.uid)}/restore/`)).toMatchObject({
    status: 200,
  });
  expect((await admin.rest('GET', `${one}download/`)).status).toBe(200);
  await admin.rest('DELETE', one);
  for (let index = 0; index < 20; index += 1)
    await admin.rest('PUT', `/datasets/${datasetUid}/metadata/default/`, { title: { value: String(index) } });
  await db.rows(sql`insert into publication_run (dataset_uid, id, kind, configuration, requested_at) values (${datasetUid}, ${randomUUID()}::uuid, 'publish',
    ${JSON.stringify({ resources: { resources: [], files: [{ uid: 'a.txt', blobKey: key }] } })}::jsonb, now())`);
  await later(30);
  await later(30);
  expect(await isStored(key)).toBe(true);
  await db.rows(
    sql`insert into published_configuration select dataset_uid, configuration from publication_run where dataset_uid = ${datasetUid}`,
  );
  await db.rows(sql`delete from publication_run where dataset_uid = ${datasetUid}`);
  await later(30);
  await later(30);
  expect(await isStored(key)).toBe(true);
  await db.rows(sql`delete from published_configuration where dataset_uid = ${datasetUid}`);
  await later(1);
  await later(24);
  expect(await isStored(key)).toBe(false);
});

test('bytes without a file are removed, and another upload of them restarts their 24 hours', async () => {
  const { datasetUid, path, content, key } = await attached();
  await deleteDataset(datasetUid);
  await collect();
  now += 23 * hour;
  const other = path.replace(datasetUid, await seedDataset(admin));
  expect(await admin.upload(other, 'a.txt', content, { 'if-match': '"9"' })).toMatchObject({ status: 412 });
  await later(1);
  await later(23);
  expect(await isStored(key)).toBe(true);
  await later(1);
  expect(await isStored(key)).toBe(false);
});

test('bytes whose transaction failed after they were stored are removed', async () => {
  const file = new ReceivedFile('a.txt', 'text/plain', 6, () => Readable.from(['failed']));
  let key = '';
  await expect(
    inTransaction(context(), async (tx) => {
      key = (await storeFile(tx, file)).blobKey;
      throw new Error('The transaction fails.');
    }),
  ).rejects.toThrow('The transaction fails.');
  expect(await isStored(key)).toBe(true);
  await collect();
  await later(24);
  expect(await isStored(key)).toBe(false);
});

test('bytes are kept when a reference is added while they are collected', async () => {
  const { datasetUid, key } = await attached();
  const target = await seedDataset(admin);
  await deleteDataset(datasetUid);
  await collect();
  now += 24 * hour;
  await inTransaction(context(), async (tx) => {
    await tx.db.rows(
      sql`insert into attachment (uid, dataset_uid, filename, blob_key, bytes, created_at) values ('at_racing', ${target}, 'a', ${key}, 1, now())`,
    );
    await collect();
    expect(await isStored(key)).toBe(true);
  });
  await later(30);
  expect(await isStored(key)).toBe(true);
});

test('an upload of bytes that are being removed waits, and stores them again', async () => {
  const { content, datasetUid, path, key } = await attached();
  const target = path.replace(datasetUid, await seedDataset(admin));
  await deleteDataset(datasetUid);
  await collect();
  now += 24 * hour;
  const [removing, mayRemove] = [Promise.withResolvers<undefined>(), Promise.withResolvers<undefined>()];
  const collecting = collect({
    ...services,
    storage: {
      ...storage,
      async remove(removed) {
        removing.resolve(undefined);
        await mayRemove.promise;
        await storage.remove(removed);
      },
    },
  });
  await removing.promise;
  let answered = false;
  const uploading = admin.upload(target, 'a.txt', content).then((answer) => {
    answered = true;
    return answer;
  });
  // both ends are true whether the upload has come to the lock by now or not
  await pause(100);
  expect(answered).toBe(false);
  mayRemove.resolve(undefined);
  await collecting;
  const { status, body } = await uploading;
  expect(status).toBe(201);
  expect(await isStored(key)).toBe(true);
  expect((await admin.rest('GET', `${target}${String(body.uid)}/download/`)).body).toBe(content);
});

test('bytes whose removal fails are removed by the next job', async () => {
  const { datasetUid, key } = await attached();
  await deleteDataset(datasetUid);
  await collect();
  now += 24 * hour;
  await expect(
    collect({ ...services, storage: { ...storage, remove: () => Promise.reject(new Error('The disk is away.')) } }),
  ).rejects.toThrow('The disk is away.');
  expect(await rowOf(key)).toEqual([{ unreferenced: true }]);
  await collect();
  expect(await isStored(key)).toBe(false);
});

test('bytes are removed ten at a time, and none after a failure', async () => {
  const datasets = [];
  for (let index = 0; index < 25; index += 1) datasets.push((await attached()).datasetUid);
  for (const uid of datasets) await deleteDataset(uid);
  await collect();
  now += 24 * hour;
  let [begun, underWay, most] = [0, 0, 0];
  const ten = Promise.withResolvers<undefined>();
  const remove = async () => {
    begun += 1;
    underWay += 1;
    most = Math.max(most, underWay);
    const fails = begun === 5;
    if (begun === 10) ten.resolve(undefined);
    await ten.promise;
    await pause(fails ? 1 : 20);
    underWay -= 1;
    if (fails) throw new Error('The bucket is away.');
  };
  await expect(collect({ ...services, storage: { ...storage, remove } })).rejects.toThrow('The bucket is away.');
  expect([begun, underWay, most]).toEqual([10, 0, 10]);
  await collect();
});

test('concurrent jobs remove the same bytes as one job', async () => {
  const gone = [];
  for (let index = 0; index < 5; index += 1) gone.push(await attached());
  const kept = await attached();
  for (const { datasetUid } of gone) await deleteDataset(datasetUid);
  await collect();
  now += 24 * hour;
  await Promise.all(Array.from({ length: 4 }, () => collect()));
  expect(await Promise.all(gone.map(({ key }) => isStored(key)))).toEqual(gone.map(() => false));
  expect(await isStored(kept.key)).toBe(true);
});
