import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { restoreEarlierNames } from '#test/support/database/earlier-names.ts';
import { upgradeDatabase } from '#test/support/database/upgrade-database.ts';
import { deleteDataset, restoreDataset } from '#test/support/datasets/deletions.ts';
import { seedDataset } from '#test/support/seed.ts';

const app = await testApp({ WORKER: 'off' });
const {
  admin,
  services: { db },
} = app;
const schedulesOf = async (uid: string): Promise<unknown> =>
  (await admin.rest('GET', `/datasets/${uid}/schedules/`)).body.results;

test('a dataset that was deleted before the upgrade is restored with its schedules', async () => {
  const uid = await seedDataset(admin);
  await admin.rest('POST', `/datasets/${uid}/schedules/`, { cron_schedule: '0 0 * * *' });
  const schedules = await schedulesOf(uid);
  await deleteDataset(admin, uid);
  await restoreEarlierNames(db);

  await upgradeDatabase(app);

  await restoreDataset(admin, uid);
  expect(schedules).toHaveLength(1);
  expect(await schedulesOf(uid)).toEqual(schedules);
});

test('the version before reads and changes the schedules of the upgraded catalog by their earlier name', async () => {
  const uid = await seedDataset(admin);
  const { body } = await admin.rest('POST', `/datasets/${uid}/schedules/`, { cron_schedule: '0 0 * * *' });
  await db.rows(sql`update schedule s set cron_schedule = '0 1 * * *' where s.uid = ${body.uid}`);
  await db.rows(sql`insert into schedule (uid, dataset_uid, cron_schedule, created_by, scopes, created_at, next_run_at)
    select 'sc_copy', dataset_uid, '0 2 * * *', created_by, scopes, created_at + interval '1 second', next_run_at from schedule where uid = ${body.uid} for update`);
  expect(await schedulesOf(uid)).toMatchObject([{ cron_schedule: '0 1 * * *' }, { cron_schedule: '0 2 * * *' }]);
  await db.rows(sql`delete from schedule where dataset_uid = ${uid} and uid <> all(${['sc_copy']}::text[])`);
  expect(await schedulesOf(uid)).toMatchObject([{ cron_schedule: '0 2 * * *' }]);
});
