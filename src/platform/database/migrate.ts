import type { MikroORM } from '@mikro-orm/postgresql';
import { advisoryLocks } from './advisory-locks.ts';

/** Runs the pending migrations, one process at a time. */
export async function migrate(orm: MikroORM): Promise<void> {
  const pool = await orm.em.getConnection().getNativeClient();
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migration]);
    await orm.migrator.up();
  } finally {
    // closing the connection releases its lock
    client.release(true);
  }
}
