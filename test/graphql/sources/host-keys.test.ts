import { expect, test } from '@jest/globals';
import { anonymous } from '#api/session.ts';
import { sql } from '#kernel/sql.ts';
import { deleteUnusedConnections } from '#connections/connections.job.ts';
import { createContext } from '#server/create-context.ts';
import { folder, relay, serveSftp } from '#test/platform/datasources/ftp/file-servers.ts';
import { testApp } from '#test/support/app.ts';
import { draftOf } from '#test/support/sources/federation.ts';
import { runAndFinish, recordsOf } from '#test/support/datasets/publishing.ts';
import { seedDataset } from '#test/support/seed.ts';

const [first, second] = await Promise.all([serveSftp(await folder()), serveSftp(await folder('a,b\n3,4\n'))]);
const server = await relay(first.address);
const app = await testApp({ FETCH_ALLOW: server.address, DELETED_RETENTION_DAYS: '0' });
const { admin, services } = app;

const files = (query = '') => ({
  ftp: {
    connection: {
      url: `sftp://${server.address}/${query}`,
      auth: { basicAuth: { username: 'ada', password: 'lovelace' } },
    },
    relativeUrl: 'rides.csv',
  },
});

test('a dataset stores the host key of its SFTP server at the first guess, until the address of the connection names another key', async () => {
  const uid = await seedDataset(admin);
  await admin.data('query ($input: GuessExtractorsInput!) { guessExtractors(input: $input) { type } }', {
    input: { datasetUid: uid, datasource: files() },
  });
  const {
    createResource: { resource },
  } = await admin.data(
    'mutation ($input: CreateResourceInput!) { createResource(input: $input) { resource { uid } } }',
    { input: { datasetUid: uid, type: 'csvfile', title: 'data', datasource: files() } },
  );
  const { revision } = await draftOf(admin, uid);
  const publish = () => runAndFinish(admin, 'publishDataset', uid);
  const kept = () => services.db.rows(sql`select address, fingerprint from host_key where owner = ${uid}`);
  expect(await kept()).toEqual([{ address: server.address, fingerprint: first.hostKey }]);
  expect(await publish()).toMatchObject({ status: 'idle' });

  server.to(second.address);
  expect(await publish()).toMatchObject({
    status: 'error',
    message: expect.stringContaining(
      `had the SSH key SHA256:${first.hostKey} before, and has SHA256:${second.hostKey} now.`,
    ),
  });
  expect(await recordsOf(app, uid)).toEqual([{ a: 1, b: 2 }]);
  expect((await draftOf(admin, uid)).revision).toBe(revision + 2);
  const update = (datasource: object) =>
    admin.data('mutation ($input: UpdateResourceInput!) { updateResource(input: $input) { resource { uid } } }', {
      input: { datasetUid: uid, uid: resource.uid, datasource },
    });
  for (const query of [`?host_key=SHA256:${second.hostKey}`, '']) {
    await update(files(query));
    expect(await publish()).toMatchObject({ status: 'idle' });
    expect(await recordsOf(app, uid)).toEqual([{ a: 3, b: 4 }]);
  }
  expect(await kept()).toEqual([{ address: server.address, fingerprint: second.hostKey }]);

  await admin.data('mutation ($input: DatasetActionInput!) { deleteDataset(input: $input) { uid } }', {
    input: { uid },
  });
  await deleteUnusedConnections(createContext(services, anonymous, 'test'), AbortSignal.timeout(60_000));
  expect(await kept()).toEqual([]);
});
