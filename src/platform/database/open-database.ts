import type { EntityClass } from '@mikro-orm/core';
import { Migrator, type Migration } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Constructor } from '@mikro-orm/core';
import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import { bulkLoader, type BulkLoader } from './bulk-loader.ts';
import { boundAnswers } from './bound-answers.ts';
import { poolDatabase } from './pool-database.ts';
import type { Database } from './database.ts';
import { prepareStatements } from './prepare-statements.ts';
import { releaseLostClients } from './release-lost-clients.ts';

/** A migration and the name it is remembered by. */
export interface NamedMigration {
  readonly name: string;
  readonly class: Constructor<Migration>;
}

/** What the database consists of. */
export interface DatabaseParts {
  readonly url: string;
  readonly entities: readonly EntityClass<object>[];
  readonly migrations: readonly NamedMigration[];
  readonly log: Log;
}

/**
 * Options of every connection: PostgreSQL's JIT costs more than these queries, and so does planning a prepared statement
 * again for each run; nothing may run for ever.
 */
const connectionOptions = '-c jit=off -c plan_cache_mode=force_generic_plan -c statement_timeout=60000 -c idle_in_transaction_session_timeout=120000';

/** Opens the ORM and its pool; connects when first used. */
export async function openDatabase({ url, entities, migrations, log }: DatabaseParts): Promise<{ orm: MikroORM; db: Database; bulk: BulkLoader }> {
  const orm = await MikroORM.init({
    dbName: new URL(url).pathname.slice(1),
    entities: [...entities],
    extensions: [Migrator],
    migrations: { migrationsList: [...migrations], tableName: 'migration', snapshot: false },
    // entities describe tables; a view is a query, which its migration alone tells
    schemaGenerator: { skipViews: [/./] },
    driverOptions: {
      connectionString: url, options: connectionOptions, connectionTimeoutMillis: 15_000, keepAlive: true,
      onPoolCreated: (pool: Pool) => {
        releaseLostClients(pool);
        boundAnswers(pool);
        prepareStatements(pool);
      },
    },
    pool: { min: 0, max: 20 },
    forceUtcTimezone: true,
    logger: (message) => { log.debug(message.replaceAll(/\u001b\[\d+m/g, '')); },
  });
  const pool = await orm.em.getConnection().getNativeClient();
  return { orm, db: poolDatabase(pool), bulk: bulkLoader(pool) };
}
