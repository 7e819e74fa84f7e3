import type { EntityClass, Constructor } from '@mikro-orm/core';
import { Migrator, type Migration } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import { Pool, types, type PoolConfig } from 'pg';
import type { Log } from '../log.ts';
import { createBulkLoader, type BulkLoader } from './bulk-loader.ts';
import { createMaintenance, type Maintenance } from './maintenance.ts';
import { limitResultSize } from './pool/limit-result-size.ts';
import { dropLostConnections } from './pool/drop-lost-connections.ts';
import { endsWithClient } from './pool/ends-with-client.ts';
import type { CancelQuery } from './pool/cancel-on-abort.ts';
import { createPoolClient } from './pool/pool-client.ts';
import type { DatabaseClient } from './database-client.ts';
import { prepareStatements } from './pool/prepare-statements.ts';
import { customPlans, genericPlans } from './planner-settings.ts';
import { withoutSchemas } from './schemas.ts';
import { createRowStreams, type RowStreams } from './row-streams.ts';
import { releaseLostClients } from './pool/release-lost-clients.ts';
import { parseJson } from '../../kernel/json.ts';

/** A migration and the name that the database stores. */
export interface NamedMigration {
  readonly name: string;
  readonly class: Constructor<Migration>;
}

/** How a database is opened. */
export interface DatabaseOptions {
  readonly url: string;
  readonly entities: readonly EntityClass<object>[];
  readonly migrations: readonly NamedMigration[];
  readonly log: Log;
  /** The time limit of a statement, in seconds. */
  readonly statementTimeout: number;
  /** The time limit of queries over published records, in seconds. */
  readonly exploreTimeout: number;
}

/** The clients of an open database. */
export interface DatabaseHandle extends RowStreams {
  readonly orm: MikroORM;
  readonly db: DatabaseClient;
  /** A small pool for short statements that must not wait for the main pool: API keys, health checks and cancellations. */
  readonly reserveDb: DatabaseClient;
  /** A read-only pool for queries over published records, so that costly queries do not take the connections of other statements. */
  readonly exploreDb: DatabaseClient;
  readonly bulkLoader: BulkLoader;
  readonly maintenance: Maintenance;
  /** The maximum time that a statement waits for a connection. */
  readonly maxWaitMs: number;
  close(): Promise<void>;
}

/** The statement timeout of the reserve pool. */
const reserveTimeoutSeconds = 5;

/** The maximum number of connections for queries over published records. */
const maxExploreConnections = 10;

/** The maximum number of connections for exports. */
const maxExportConnections = 6;

/** How long an export waits for a free connection. */
const maxExportWaitSeconds = 1_800;

/** How long a transaction may be idle, and how long the client of an export may accept no bytes. */
const maxIdleSeconds = 120;

/** How long a statement waits for a free connection of the pool. */
const maxWaitSeconds = 15;

/** How long after the server's statement timeout a connection without traffic is closed. */
const graceSeconds = 2;

/** Queries over records write nothing. */
const readOnlyPlans = `${customPlans} -c default_transaction_read_only=on`;

/** The options of every connection. */
const connectionOptions = (url: string, statementTimeout: number, planSettings = genericPlans) => ({
  connectionString: url,
  options: `${planSettings} -c statement_timeout=${statementTimeout * 1_000} -c idle_in_transaction_session_timeout=${maxIdleSeconds * 1_000}`,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

/** Opens the ORM and the pools. Connections are opened on first use. */
export async function openDatabase({
  url,
  entities,
  migrations,
  log,
  statementTimeout,
  exploreTimeout,
}: DatabaseOptions): Promise<DatabaseHandle> {
  const maxWaitMs = Math.min(maxWaitSeconds, statementTimeout) * 1_000;
  const orm = await MikroORM.init({
    dbName: new URL(url).pathname.slice(1),
    // The check would open a connection before its first use.
    ensureDatabase: false,
    entities: [...entities],
    extensions: [Migrator],
    migrations: { migrationsList: migrations.map(withoutSchemas), tableName: 'migration', snapshot: false },
    // Only migrations define views, triggers and derived tables; tables of records are created and dropped at run time.
    schemaGenerator: {
      skipViews: [/./],
      skipTables: [/^catalog_/],
      ignoreSchema: ['records', 'totals'],
      ignoreTriggers: true,
    },
    driverOptions: {
      ...connectionOptions(url, statementTimeout),
      connectionTimeoutMillis: maxWaitMs,
      // a transaction sends statements before the results of earlier ones arrive
      pipeline: true,
      onPoolCreated: (pool: Pool) => {
        setUpPool(pool, statementTimeout);
      },
    },
    pool: { min: 0, max: 20 },
    forceUtcTimezone: true,
    logger: (message) => {
      log.debug(message.replaceAll(/\u001b\[\d+m/g, ''));
    },
  });
  const pool = await orm.em.getConnection().getNativeClient();
  const shortTimeout = Math.min(reserveTimeoutSeconds, statementTimeout);
  const reserve = openPool({ ...connectionOptions(url, shortTimeout), max: 3 }, shortTimeout, log);
  const explore = openPool(
    { ...connectionOptions(url, exploreTimeout, readOnlyPlans), max: maxExploreConnections },
    exploreTimeout,
    log,
  );
  const exportTimeout = Math.max(exploreTimeout, maxIdleSeconds);
  const exports = openPool(
    {
      ...connectionOptions(url, exploreTimeout, `${readOnlyPlans} ${endsWithClient(2 * exportTimeout)}`),
      max: maxExportConnections,
    },
    // While the client of an export pauses, its connection has no traffic and must not be taken for a dead one.
    exportTimeout,
    log,
    maxExportWaitSeconds,
  );
  const cancelQuery: CancelQuery = (processId) => reserve.query('select pg_cancel_backend($1)', [processId]);
  return {
    orm,
    db: createPoolClient(pool, cancelQuery),
    reserveDb: createPoolClient(reserve, cancelQuery),
    exploreDb: createPoolClient(explore, cancelQuery),
    // The streams have a separate pool, so that exports do not take the connections of other queries.
    ...createRowStreams(exports, { cancelQuery, timeoutMs: exploreTimeout * 1_000 }),
    bulkLoader: createBulkLoader(pool),
    maintenance: createMaintenance(url, cancelQuery),
    maxWaitMs,
    close: async () => {
      await Promise.all([orm.close(), reserve.end(), explore.end(), exports.end()]);
    },
  };
}

/** Opens a pool in addition to the pool of the ORM. */
function openPool(
  options: PoolConfig,
  timeout: number,
  log: Log,
  waitSeconds = Math.min(maxWaitSeconds, timeout),
): Pool {
  const pool = new Pool({ ...options, connectionTimeoutMillis: waitSeconds * 1_000 });
  // When an idle connection is lost, the next statement opens a new one.
  pool.on('error', (error) => {
    log.debug({ reason: error.message }, 'An idle connection to the database was lost.');
  });
  setUpPool(pool, timeout);
  return pool;
}

/** Sets up a pool: the handling of lost connections, the limit of results, exact JSON numbers and prepared statements. */
function setUpPool(pool: Pool, statementTimeout: number): void {
  dropLostConnections(pool, (statementTimeout + graceSeconds) * 1_000);
  releaseLostClients(pool);
  limitResultSize(pool);
  parseExactJson(pool);
  prepareStatements(pool);
}

/** Parses JSON of the database without rounding: large integers keep their digits, so that a value read is written back unchanged. */
function parseExactJson(pool: Pool): void {
  pool.on('connect', (client) => {
    for (const type of [types.builtins.JSON, types.builtins.JSONB]) client.setTypeParser(type, 'text', parseJson);
  });
}
