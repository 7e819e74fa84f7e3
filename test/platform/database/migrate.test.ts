import { expect, test } from '@jest/globals';
import { advisoryLocks } from '#platform/database/advisory-locks.ts';
import { migrate } from '#platform/database/migrate.ts';
import { testApp } from '#test/support/app.ts';

const {
  services: { orm, db, log },
} = await testApp();

test('a database without pending migrations is opened without the lock of migrations', async () => {
  const pool = await orm.em.getConnection().getNativeClient();
  const holder = await pool.connect();
  await holder.query('select pg_advisory_lock($1)', [advisoryLocks.migration]);
  await migrate({ orm, db, log });
  const { rows } = await holder.query<{ released: boolean }>('select pg_advisory_unlock($1) as released', [
    advisoryLocks.migration,
  ]);
  expect(rows).toEqual([{ released: true }]);
  holder.release();
});
