import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { runAndFinish, seedCsvDataset } from '#test/support/datasets/publishing.ts';
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
    .graph('query ($uid: ID!) { dataset(by: { uid: $uid }) { resources { nodes { preview { records } } } } }', { uid })
    // on a busy machine it ends with the time limit of reading within a request
    .then(() => answered.push('preview'));
  for (let index = 0; index < 5; index++)
    await unauthenticated.graph('{ catalog { totalCount } }').then(() => answered.push('other'));
  await preview;
  expect(answered).toEqual(['other', 'other', 'other', 'other', 'other', 'preview']);
});

test('a record on which processors take too long is published as it is by then, and reported', async () => {
  const slow = {
    fieldUid: null,
    message: 'The processors take too long on this record; this processor and those after it were not applied.',
  };
  expect(await runAndFinish(admin, 'publishDataset', await slowDataset(1))).toMatchObject({
    status: 'idle',
    recordsErrors: [{ ...slow, recordId: '0' }],
  });
});
