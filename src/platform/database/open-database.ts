import type { EntityClass } from '@mikro-orm/core';
import { Migrator, type Migration } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Constructor } from '@mikro-orm/core';
import { Pool } from 'pg';
import type { Log } from '../log.ts';
import { bulkLoader, type BulkLoader } from './bulk-loader.ts';
import { limitResultSize } from './pool/limit-result-size.ts';
import { dropLostConnections } from './pool/drop-lost-connections.ts';
import { parseExactJson } from './pool/parse-exact-json.ts';
import { poolClient } from './pool/pool-client.ts';
import type { DatabaseClient } from './database-client.ts';
import { prepareStatements } from './pool/prepare-statements.ts';
import { releaseLostClients } from './pool/release-lost-clients.ts';

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
  /** Seconds that a statement may take. */
  readonly statementTimeout: number;
}

/** The ways into an open database. */
export interface DatabaseHandle {
  readonly orm: MikroORM;
  readonly db: DatabaseClient;
  /** Connections kept for short statements that must be answered while the pool is busy: keys and health. */
  readonly reserve: DatabaseClient;
  readonly bulk: BulkLoader;
  close(): Promise<void>;
}

/** Seconds that a statement of the reserve may take at most. */
const reserveTimeout = 5;

/** Seconds that a statement waits at most until a connection of the pool is free. */
const longestWait = 15;

/** Seconds beyond the server's own limit after which a silent connection is given up. */
const grace = 2;

/**
 * What every connection is opened with. PostgreSQL's JIT costs more than these queries, and so does planning a prepared
 * statement again for each run; no statement may run for ever.
 */
const connectionOptions = (url: string, statementTimeout: number) => ({
  connectionString: url,
  options: `-c jit=off -c plan_cache_mode=force_generic_plan -c statement_timeout=${statementTimeout * 1_000} -c idle_in_transaction_session_timeout=120000`,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

/** Opens the ORM and its pool; connects when first used. */
export async function openDatabase({
  url,
  entities,
  migrations,
  log,
  statementTimeout,
}: DatabaseParts): Promise<DatabaseHandle> {
  const orm = await MikroORM.init({
    dbName: new URL(url).pathname.slice(1),
    entities: [...entities],
    extensions: [Migrator],
    migrations: { migrationsList: [...migrations], tableName: 'migration', snapshot: false },
    // entities describe tables; a view is a query, which its migration alone tells
    schemaGenerator: { skipViews: [/./] },
    driverOptions: {
      ...connectionOptions(url, statementTimeout),
      connectionTimeoutMillis: Math.min(longestWait, statementTimeout) * 1_000,
      onPoolCreated: (pool: Pool) => {
        guardPool(pool, statementTimeout);
      },
    },
    pool: { min: 0, max: 20 },
    forceUtcTimezone: true,
    logger: (message) => {
      log.debug(message.replaceAll(/\u001b\[\d+m/g, ''));
    },
  });
  const pool = await orm.em.getConnection().getNativeClient();
  const shortTimeout = Math.min(reserveTimeout, statementTimeout);
  const reserve = new Pool({
    ...connectionOptions(url, shortTimeout),
    connectionTimeoutMillis: shortTimeout * 1_000,
    max: 3,
  });
  // a connection that ends while nobody uses it is replaced by the next statement
  reserve.on('error', (error) => {
    log.debug({ reason: error.message }, 'An idle connection to the database ended.');
  });
  guardPool(reserve, shortTimeout);
  return {
    orm,
    db: poolClient(pool),
    reserve: poolClient(reserve),
    bulk: bulkLoader(pool),
    close: async () => {
      await Promise.all([orm.close(), reserve.end()]);
    },
  };
}

function guardPool(pool: Pool, statementTimeout: number): void {
  dropLostConnections(pool, (statementTimeout + grace) * 1_000);
  releaseLostClients(pool);
  limitResultSize(pool);
  parseExactJson(pool);
  prepareStatements(pool);
}
