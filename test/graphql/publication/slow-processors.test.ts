import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import {
  eventually,
  finishedStatus,
  requestRun,
  runAndFinish,
  seedCsvDataset,
  statusOf,
} from '#test/support/datasets/publishing.ts';
import { sourceServer } from '#test/support/sources/source-server.ts';

const web = await sourceServer();
const app = await testApp({ FETCH_ALLOW: web.host });
const { admin, unauthenticated } = app;

/** A dataset of so many long texts with sixty patterns that are slow on them. */
async function slowDataset(rows: number): Promise<string> {
  const uid = await seedCsvDataset(
    admin,
    web.serve(`/slow-${rows}.csv`, `name\n${`${'ab'.repeat(500_000)}\n`.repeat(rows)}`),
  );
  await app.services.db.rows(sql`insert into processor (uid, dataset_uid, position, type, label, params)
    select ${uid} || n, ${uid}, n, 'regexp_replace', '', jsonb_build_object('field', 'name', 'regexp', '(?i)(foo|bar|baz)+qux' || n, 'new', '') from generate_series(0, 59) n`);
  return uid;
}

test('other requests are answered during a preview with slow processors', async () => {
  const uid = await slowDataset(2);
  const answered: string[] = [];
  const preview = admin
    .graph('query ($uid: ID) { dataset(uid: $uid) { resources { nodes { preview { records } } } } }', { uid })
    // on a busy machine it ends with the time limit of reading within a request
    .then(() => answered.push('preview'));
  for (let index = 0; index < 5; index++)
    await unauthenticated.graph('{ catalog { totalCount } }').then(() => answered.push('other'));
  await preview;
  expect(answered).toEqual(['other', 'other', 'other', 'other', 'other', 'preview']);
}, 120_000);

test('records on which processors take too long are published as they are by then, and reported', async () => {
  const slow = {
    fieldUid: null,
    message: 'The processors take too long on this record; this processor and those after it were not applied.',
  };
  expect(await runAndFinish(admin, 'publishDataset', await slowDataset(2))).toMatchObject({
    status: 'idle',
    recordsErrors: [
      { ...slow, recordId: '0' },
      { ...slow, recordId: '1' },
    ],
  });
}, 120_000);

test('too many records on which processors take too long end the publication', async () => {
  const uid = await slowDataset(11);
  await requestRun(admin, 'publishDataset', uid);
  // each of them takes half a second of CPU time, which a busy machine gives in many
  await eventually(
    () => statusOf(admin, uid),
    ({ status, params }) => status === 'error' || params.rows_written >= 5,
  );
  expect(await finishedStatus(admin, uid)).toMatchObject({
    status: 'error',
    message: expect.stringContaining('the processors take too long on more than 10 records'),
  });
}, 180_000);
