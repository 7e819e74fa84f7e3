import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from '../../kernel/sql.ts';
import { advisoryLocks } from './advisory-locks.ts';
import type { DatabaseClient } from './database-client.ts';

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

/** Whether the database has run all migrations of this version. */
export async function isMigrated(db: DatabaseClient, orm: MikroORM): Promise<boolean> {
  const rows = await db.rows<{ name: string }>(sql`select name from migration`);
  const executed = new Set(rows.map(({ name }) => name));
  const { migrationsList = [] } = orm.config.get('migrations');
  return migrationsList.every((migration) => 'name' in migration && executed.has(migration.name));
}
