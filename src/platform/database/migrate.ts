import type { MikroORM } from '@mikro-orm/postgresql';
import { sql } from '#kernel/sql.ts';
import type { Log } from '../log.ts';
import { SetupError } from '../system-errors.ts';
import { advisoryLocks } from './advisory-locks.ts';
import type { DatabaseClient } from './database-client.ts';
import { isMissingTable } from './errors.ts';
import { createSchemas } from './schemas.ts';

/** What migrations run with. */
interface MigrationTools {
  readonly orm: MikroORM;
  readonly db: DatabaseClient;
  /** The schema of a catalog with one schema. */
  readonly schema?: string | undefined;
  readonly log: Log;
}

/**
 * Runs the pending migrations, one process at a time. A database without pending migrations costs one statement. Fails with a SetupError for
 * a catalog with other schemas than the settings say.
 */
export async function migrate({ orm, db, schema: oneSchema, log }: MigrationTools): Promise<void> {
  if (await isMigrated({ orm, db, schema: oneSchema })) return;
  const pool = await orm.em.getConnection().getNativeClient();
  const client = await pool.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migration]);
    const schema = await createSchemas(client, oneSchema);
    // Without this setting the migrator looks for its table in `public`.
    if (schema !== 'public') orm.config.set('migrations', { ...orm.config.get('migrations'), schema });
    const run = await orm.migrator.up();
    if (run.length > 0) log.info({ migrations: run.map(({ name }) => name) }, 'The database was migrated.');
  } finally {
    // closing the connection releases its lock
    client.release(true);
  }
}

/** How the migrations that a database has run differ from those of this version. */
export interface MigrationState {
  /** The migrations of this version that the database lacks, oldest first. */
  readonly pending: readonly string[];
  /** The migrations that the database has run and this version does not know: a later version has migrated it. */
  readonly unknown: readonly string[];
}

/** Whether the database has run all migrations of this version. A database may have run those of a later version, too. */
export const isMigrated = async (tools: Omit<MigrationTools, 'log'>): Promise<boolean> =>
  (await readMigrationState(tools)).pending.length === 0;

/** Compares the migrations of the database with those of this version. Fails with a SetupError for a catalog with other schemas than the settings say. */
export async function readMigrationState({ orm, db, schema }: Omit<MigrationTools, 'log'>): Promise<MigrationState> {
  const executed = await executedMigrations(db);
  const other = schema === undefined ? 'one' : 'named';
  if (executed.some(({ schemas }) => schemas === other)) throw new SetupError(otherSchemas[other]);
  const run = new Set(executed.map(({ name }) => name));
  const { migrationsList = [] } = orm.config.get('migrations');
  const known = new Set(migrationsList.flatMap((migration) => ('name' in migration ? [migration.name] : [])));
  return {
    pending: [...known].filter((name) => !run.has(name)),
    unknown: [...run].filter((name) => !known.has(name)),
  };
}

/** Why a process does not start with a catalog whose schemas are not those of the settings. */
const otherSchemas = {
  one: 'The catalog in this database has one schema. Set DATABASE_SCHEMA to its name.',
  named:
    'The catalog in this database has five schemas. Remove DATABASE_SCHEMA, or restore a backup of the catalog to a database with one schema.',
};

/** A migration that the database has run, and the schemas of the catalog. */
interface ExecutedMigration {
  readonly name: string;
  /** Null before the migration that creates the totals. */
  readonly schemas: keyof typeof otherSchemas | null;
}

/** The migrations that the database has run; none before the first. */
async function executedMigrations(db: DatabaseClient): Promise<readonly ExecutedMigration[]> {
  try {
    return await db.rows<ExecutedMigration>(
      sql`select name, case when to_regclass('totals_row_total') is not null then 'one'
        when exists (select
          from pg_class c
          join pg_namespace n on n.oid = c.relnamespace
          where n.nspname = 'totals' and c.relname = 'row_total')
        then 'named' end as schemas from migration`,
    );
  } catch (error) {
    if (isMissingTable(error)) return [];
    throw error;
  }
}
