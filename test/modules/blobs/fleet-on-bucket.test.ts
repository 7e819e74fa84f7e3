import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, expect, test } from '@jest/globals';
import { createApp } from '#processes/app.ts';
import { sql } from '#kernel/sql.ts';
import { readConfig } from '#platform/config.ts';
import { neverOverloaded, testApp } from '#test/support/app.ts';
import { clientOf } from '#test/support/client.ts';
import { testDatabase } from '#test/support/database/database.ts';
import { eventually, runAndFinish } from '#test/support/datasets/publishing.ts';
import { publishRecords } from '#test/support/datasets/records.ts';
import { portOf } from '#test/support/http/raw-http.ts';
import { s3Bucket } from '#test/support/s3-bucket.ts';
import { seedDataset } from '#test/support/seed.ts';
import { endWorker, startWorker } from '../publication/worker-process.ts';

const bucket = await s3Bucket();
const shared = {
  ...bucket.env('production'),
  SECRETS_KEY: Buffer.alloc(32, 1).toString('base64'),
  WORKER: 'off',
} as const;
const folders: string[] = [];
const newFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'catalograph-fleet-'));
  folders.push(folder);
  return folder;
};
const first = await testApp(shared, { hasOwnEngine: true });
const settings = { ...shared, LOG_LEVEL: 'silent', SEED: 'none', ADMIN_API_KEY: 'test-administrator-key' };
const second = await createApp(
  { ...readConfig({ ...settings, DATA_DIR: await newFolder() }), databaseUrl: first.databaseUrl },
  { load: neverOverloaded },
);
const admins = [first.admin, clientOf(second, 'test-administrator-key')] as const;

afterEach(() => {
  bucket.intercept = undefined;
});
afterAll(async () => {
  await second.close();
  for (const folder of folders) await rm(folder, { recursive: true, force: true });
});

/** The records of a dataset, as one of the gateways answers them. */
async function explored(admin: (typeof admins)[number], uid: string) {
  const { catalogDataset } = await admin.data('query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { datasetId } }', {
    uid,
  });
  return admin.request('GET', `/api/explore/v2.1/catalog/datasets/${String(catalogDataset.datasetId)}/records`);
}

const objects = async () => (await bucket.names()).filter((name) => /^production\/[0-9a-f]{64}$/.test(name));

test('gateways and a worker share one bucket and no disk', async () => {
  const [one, other] = admins;
  const worker = startWorker(first, { ...shared, DATA_DIR: await newFolder() });
  const uid = await seedDataset(one);
  expect(await one.upload(`/datasets/${uid}/resources/files/`, 'rivers.csv', 'river,km\nRhine,1233\n')).toMatchObject({
    status: 201,
  });
  await other.data('mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }', {
    input: {
      datasetUid: uid,
      type: 'csvfile',
      title: 'rivers',
      params: {},
      datasource: { uploadedFile: { file: { uid: 'rivers.csv' } } },
    },
  });
  expect(await runAndFinish(other, 'publishDataset', uid)).toMatchObject({ status: 'idle' });
  for (const admin of admins)
    expect(await explored(admin, uid)).toMatchObject({
      status: 200,
      body: { total_count: 1, results: [{ river: 'Rhine', km: 1233 }] },
    });
  expect(await other.rest('GET', `/datasets/${uid}/resources/files/rivers.csv/download/`)).toMatchObject({
    status: 200,
    body: 'river,km\nRhine,1233\n',
  });
  const attached = await other.upload(`/datasets/${uid}/attachments/`, 'legend.csv', 'color;meaning\n');
  expect(await one.rest('GET', `/datasets/${uid}/attachments/${String(attached.body.uid)}/download/`)).toMatchObject({
    status: 200,
    body: 'color;meaning\n',
  });
  // the files of the resource, of the attachment and of the records; nothing else is on a disk but what was read for queries
  expect(await objects()).toHaveLength(3);
  expect((await readdir(first.services.config.dataDir)).toSorted()).toEqual(['records', 'uploads']);
  expect(await endWorker(worker, 'SIGTERM')).toBe(0);
});

test('an upload whose client leaves puts nothing into the bucket', async () => {
  const before = await objects();
  const uid = await seedDataset(first.admin);
  const port = portOf(await second.http.listen({ port: 0, host: '127.0.0.1' }));
  const sent = request({
    port,
    method: 'POST',
    path: `/api/automation/v1.0/datasets/${uid}/attachments/`,
    headers: {
      authorization: 'Apikey test-administrator-key',
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': '20000000',
    },
  }).on('error', () => undefined);
  sent.write('--b\r\ncontent-disposition: form-data; name="file"; filename="half.bin"\r\n\r\n');
  await new Promise<void>((resolve) => {
    sent.write(randomBytes(9_000_000), () => resolve());
  });
  sent.destroy();
  expect(await first.admin.upload(`/datasets/${uid}/attachments/`, 'a.txt', 'whole')).toMatchObject({ status: 201 });
  expect(await objects()).toHaveLength(before.length + 1);
});

test('a bucket out of reach makes uploads and downloads 503; the gateways say so, and stay ready for the rest', async () => {
  const uid = await seedDataset(first.admin);
  const { body } = await first.admin.upload(`/datasets/${uid}/attachments/`, 'a.txt', 'a');
  const download = `/datasets/${uid}/attachments/${String(body.uid)}/download/`;
  bucket.intercept = ({ socket }) => {
    socket.destroy();
    return true;
  };
  const unavailable = { status: 503, body: { error_code: 'unavailable' } };
  expect(await first.admin.rest('GET', download)).toMatchObject(unavailable);
  expect(await first.admin.upload(`/datasets/${uid}/attachments/`, 'b.txt', 'b')).toMatchObject(unavailable);
  expect(await first.unauthenticated.request('GET', '/readyz')).toMatchObject({
    status: 200,
    body: {
      status: 'ok',
      checks: { database: true, files: false },
      missing: [expect.stringMatching(/^The storage of files is out of reach/)],
    },
  });
  expect(await first.admin.rest('GET', `/datasets/${uid}/`)).toMatchObject({ status: 200 });
  bucket.intercept = undefined;
  expect(await first.admin.rest('GET', download)).toMatchObject({ status: 200, body: 'a' });
});

test('with the bucket out of reach, records that are not on a machine are 503 there, and nothing else is', async () => {
  const uid = await seedDataset(first.admin);
  await publishRecords(first, uid, [{ name: 'n', type: 'int' }], [{ n: 7 }]);
  bucket.intercept = ({ socket }) => {
    socket.destroy();
    return true;
  };
  const [one, other] = admins;
  expect(await explored(one, uid)).toMatchObject({ status: 200, body: { results: [{ n: 7 }] } });
  expect(await explored(other, uid)).toMatchObject({ status: 503 });
  const counted = await other.data('query ($uid: ID!) { catalogDataset(by: { uid: $uid }) { recordCount } }', { uid });
  expect(counted.catalogDataset.recordCount).toBe(1);
  bucket.intercept = undefined;
  await eventually(
    () => explored(other, uid),
    ({ status }) => status === 200,
  );
});

test('the bucket of another catalog is refused at the start', async () => {
  const database = await testDatabase();
  await expect(
    createApp({ ...readConfig({ ...settings, DATA_DIR: await newFolder() }), databaseUrl: database.url }),
  ).rejects.toThrow(/^The storage s3:\/\/files\/production has the stored files of another database\./);
  await database.drop();

  await first.services.db.rows(sql`update storage_folder set folder = 'another'`);
  await expect(
    createApp({ ...readConfig({ ...settings, DATA_DIR: await newFolder() }), databaseUrl: first.databaseUrl }),
  ).rejects.toThrow(
    /^The storage is s3:\/\/files\/production, and the stored files of this database are elsewhere.*write another into s3:\/\/files\/production\/storage\.id/,
  );
});
