import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import {
  addFederatedResource,
  draftOf,
  federatedDatasource,
  fromRemote,
  overriding,
  rivers,
} from '#test/support/sources/federation.ts';
import { runAndFinish, recordsOf } from '#test/support/datasets/publishing.ts';
import { remoteCatalog } from '#test/support/sources/remote-catalog.ts';
import { seedDataset } from '#test/support/seed.ts';
import { versionsOf } from '#test/support/datasets/versions.ts';

const remote = await remoteCatalog();
const app = await testApp({ FETCH_ALLOW: remote.host });
const { admin } = app;

beforeEach(() => {
  remote.datasets.set('rivers', rivers);
});
afterEach(() => {
  remote.key = null;
  remote.answerMetadata = null;
});

const publishedMetadata = async (uid: string) => {
  const [row] = await app.services.db.rows<{ metadata: ReturnType<typeof JSON.parse> }>(
    sql`select published_metadata as metadata from dataset where uid = ${uid}`,
  );
  return row?.metadata;
};
const title = (value: string) => ({ ...rivers, metas: { default: { title: value } } });

describe('Publishing a federated dataset', () => {
  test.each([null, 'hush'])('publishes the records of the remote one, value by value, with the key %j', async (key) => {
    remote.key = key;
    const uid = await seedDataset(admin);
    await addFederatedResource(
      admin,
      uid,
      federatedDatasource(remote, 'rivers', key === null ? { where: 'length > 0 & x' } : { apikey: key }),
    );
    expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject({
      status: 'idle',
      isPublished: true,
      recordsErrors: [],
    });
    expect(await recordsOf(app, uid)).toEqual(rivers.records);
    const exported = remote.requests.filter(({ path }) => path.includes('/exports/jsonl')).at(-1);
    expect(exported?.path.endsWith('/exports/jsonl?where=length+%3E+0+%26+x')).toBe(key === null);
    expect(exported?.headers.authorization).toBe(key === null ? undefined : 'Apikey hush');
  });

  test('reads its metadata again, for readers and for the draft, without a version', async () => {
    const uid = await seedDataset(admin, { metadata: { default: { keyword: { value: ['ours'] } } } });
    await addFederatedResource(admin, uid, federatedDatasource(remote, 'rivers'));
    remote.datasets.set('rivers', title('Streams'));
    const versions = await versionsOf(admin, uid);
    const { revision } = await draftOf(admin, uid);
    await runAndFinish(admin, 'publishDataset', uid);
    const expected = { title: fromRemote('Streams'), keyword: overriding(['ours'], null) };
    expect((await publishedMetadata(uid)).default).toEqual(expected);
    expect(await draftOf(admin, uid)).toMatchObject({ metadata: { default: expected }, revision: revision + 1 });
    expect(await versionsOf(admin, uid)).toHaveLength(versions.length + 1);
  });

  test('continues without the remote metadata, which stay unchanged', async () => {
    const uid = await seedDataset(admin);
    await addFederatedResource(admin, uid, federatedDatasource(remote, 'rivers'));
    const { metadata } = await draftOf(admin, uid);
    remote.answerMetadata = (response) => response.writeHead(500).end();
    expect(await runAndFinish(admin, 'publishDataset', uid)).toMatchObject({ status: 'idle' });
    expect(await recordsOf(app, uid)).toHaveLength(rivers.records.length);
    expect((await draftOf(admin, uid)).metadata).toEqual(metadata);
    expect(await publishedMetadata(uid)).toEqual(metadata);
  });

  test('links a dataset that could not be linked when it was saved', async () => {
    remote.answerMetadata = (response) => response.destroy();
    const uid = await seedDataset(admin, { metadata: { default: { title: { value: 'Ours' } } } });
    await addFederatedResource(admin, uid, federatedDatasource(remote, 'rivers'));
    expect((await draftOf(admin, uid)).metadata.default).toEqual({ title: { value: 'Ours' } });
    remote.answerMetadata = null;
    await runAndFinish(admin, 'publishDataset', uid);
    expect((await draftOf(admin, uid)).metadata.default).toMatchObject({ title: overriding('Ours', 'Rivers') });
  });

  test('fails with the reason when the remote catalog returns no records, and the published records stay', async () => {
    const uid = await seedDataset(admin);
    await addFederatedResource(admin, uid, federatedDatasource(remote, 'rivers'));
    await runAndFinish(admin, 'publishDataset', uid);
    const before = await publishedMetadata(uid);
    remote.datasets.delete('rivers');
    const failed = await runAndFinish(admin, 'publishDataset', uid);
    expect(failed).toMatchObject({ status: 'error', isPublished: true, message: expect.stringContaining(remote.host) });
    expect(failed.message).toMatch(/status 404/);
    expect(await recordsOf(app, uid)).toEqual(rivers.records);
    expect(await publishedMetadata(uid)).toEqual(before);
  });
});
