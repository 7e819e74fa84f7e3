import { expect, test } from '@jest/globals';
import { sql } from '../../../src/kernel/sql.ts';
import { testApp } from '../../support/app.ts';
import { runAndFinish, seedCsvDataset } from '../../support/datasets/publishing.ts';
import { sourceServer } from '../../support/sources/source-server.ts';

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
    .then(({ errors }) => answered.push(errors ? 'failed' : 'preview'));
  for (let index = 0; index < 5; index++)
    await unauthenticated.graph('{ catalog { totalCount } }').then(() => answered.push('other'));
  await preview;
  expect(answered).toEqual(['other', 'other', 'other', 'other', 'other', 'preview']);
}, 120_000);

test('records on which processors take too long are published as they are by then, and reported; too many of them end the publication', async () => {
  const [few, many] = [await slowDataset(2), await slowDataset(11)];
  const slow = {
    fieldUid: null,
    message: 'The processors take too long on this record; this processor and those after it were not applied.',
  };
  expect(await runAndFinish(admin, 'publishDataset', few)).toMatchObject({
    status: 'idle',
    recordsErrors: [
      { ...slow, recordId: '0' },
      { ...slow, recordId: '1' },
    ],
  });
  expect(await runAndFinish(admin, 'publishDataset', many)).toMatchObject({
    status: 'error',
    message: expect.stringContaining('the processors take too long on more than 10 records'),
  });
}, 120_000);
