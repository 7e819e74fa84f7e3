import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from '../../kernel/sql.ts';
import type { Log } from '../log.ts';
import { SetupError } from '../setup-error.ts';
import { advisoryLocks } from './advisory-locks.ts';
import type { DatabaseClient } from './database-client.ts';
import { isMissingTable } from './errors.ts';
import { createSchemas } from './schemas.ts';

/** What migrations run with. */
interface MigrationTools {
  readonly orm: MikroORM;
  readonly db: DatabaseClient;
  readonly log: Log;
}

/** Runs the pending migrations, one process at a time. A database without pending migrations costs one statement. */
export async function migrate({ orm, db, log }: MigrationTools): Promise<void> {
  if (await isMigrated({ orm, db })) return;
  const pool = await orm.em.getConnection().getNativeClient();
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migration]);
    const schema = await createSchemas(client);
    // Without this setting the migrator looks for its table in `public`.
    if (schema !== 'public') orm.config.set('migrations', { ...orm.config.get('migrations'), schema });
    const run = await orm.migrator.up();
    if (run.length > 0) log.info({ migrations: run.map(({ name }) => name) }, 'The database was migrated.');
  } finally {
    // closing the connection releases its lock
    client.release(true);
  }
}

/** Fails with a SetupError that names the pending migrations, if there are any. */
export async function requireMigrated({ orm, db }: Omit<MigrationTools, 'log'>): Promise<void> {
  const pending = await pendingMigrations(db, orm);
  if (pending.length === 0) return;
  throw new SetupError(
    `The database lacks migrations of this version, from ${pending[0] ?? ''} on: run \`npm run migrate\` first, or set MIGRATE=auto.`,
  );
}

/** Whether the database has run all migrations of this version. A database may have run those of a later version, too. */
export const isMigrated = async ({ orm, db }: Omit<MigrationTools, 'log'>): Promise<boolean> =>
  (await pendingMigrations(db, orm)).length === 0;

async function pendingMigrations(db: DatabaseClient, orm: MikroORM): Promise<readonly string[]> {
  const executed = await executedMigrations(db);
  const { migrationsList = [] } = orm.config.get('migrations');
  return migrationsList.flatMap((migration) =>
    'name' in migration && !executed.has(migration.name) ? [migration.name] : [],
  );
}

/** The names of the migrations that the database has run; none before the first. */
async function executedMigrations(db: DatabaseClient): Promise<ReadonlySet<string>> {
  try {
    const rows = await db.rows<{ name: string }>(sql`select name from migration`);
    return new Set(rows.map(({ name }) => name));
  } catch (error) {
    if (isMissingTable(error)) return new Set();
    throw error;
  }
}
