import type { MikroORM } from '@mikro-orm/postgresql';
import { advisoryLocks } from './advisory-locks.ts';

/** Runs what is left to migrate, one process at a time. */
export async function migrate(orm: MikroORM): Promise<void> {
  const pool = await orm.em.getConnection().getNativeClient();
  const holder = await pool.connect();
  try {
    await holder.query('select pg_advisory_lock($1)', [advisoryLocks.migration]);
    await orm.migrator.up();
  } finally {
    // a dropped connection gives its lock back by itself
    holder.release(true);
  }
}
