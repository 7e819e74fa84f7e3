import type { EntityClass } from '@mikro-orm/core';
import { Migrator } from '@mikro-orm/migrations';
import { MikroORM } from '@mikro-orm/postgresql';
import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import { noTracing, type Tracing } from '../telemetry.ts';
import { type ChangeFeed, type ChangeFeedOptions, createChangeFeed } from './change-feed.ts';
import {
  driverOptions,
  ObservedPools,
  openPool,
  openReadPools,
  type PoolCounts,
  type PoolSettings,
  setUpPool,
} from './open-pool.ts';
import { OrmDriver } from './orm-driver.ts';
import { createPoolClient } from './pool-client.ts';
import type { DatabaseClient } from './database-client.ts';
import { genericPlans } from './session-settings.ts';
import { openReplica, type Replica } from './replica.ts';
import type { RowStreams } from './row-streams.ts';
import { forSchema, type NamedMigration } from './schemas.ts';

/** How a database is opened. */
export interface DatabaseOptions {
  readonly url: string;
  /** The server itself, for sessions with state. Default: `url`, which leads to a pooler where this is another. */
  readonly directUrl?: string | undefined;
  readonly entities: readonly EntityClass<object>[];
  readonly migrations: readonly NamedMigration[];
  readonly log: Log;
  /** Default: no traces. */
  readonly tracing?: Tracing;
  readonly pools: PoolSettings;
  /** The replica that serves reads, and how old its data may be. */
  readonly replica?: { readonly url: string; readonly maxLagSeconds: number } | undefined;
  readonly rightsCheckMs?: ChangeFeedOptions['rightsCheckMs'];
}

/** The clients of an open database. */
export interface DatabaseHandle extends RowStreams {
  readonly orm: MikroORM;
  /** The schema of a catalog with one schema. */
  readonly schema: string | undefined;
  readonly db: DatabaseClient;
  /** A small pool for short statements that must not wait for the main pool: API keys and health checks. */
  readonly reserveDb: DatabaseClient;
  /** A read-only pool for queries over published records, so that costly queries do not take the connections of other statements. */
  readonly exploreDb: DatabaseClient;
  readonly changes: ChangeFeed;
  /** The replica, where there is one. */
  readonly replica: Replica | undefined;
  /** The connections of each pool at this moment, by its name. */
  readonly poolCounts: () => ReadonlyMap<string, PoolCounts>;
  close(): Promise<void>;
}

/** The statement timeout of the reserve pool. */
const reserveTimeoutSeconds = 5;

/** Opens the ORM and the pools. Connections are opened on first use. */
export async function openDatabase({
  url,
  directUrl = url,
  entities,
  migrations,
  log,
  tracing = noTracing,
  pools,
  replica: replicaOptions,
  rightsCheckMs,
}: DatabaseOptions): Promise<DatabaseHandle> {
  const { access, statementSeconds, waitSeconds } = pools;
  const connections = { url, access, settings: genericPlans, statementSeconds };
  const observed = new ObservedPools({ log, tracing });
  // `MikroORM.init` would look for packages that are not used.
  const orm = new MikroORM({
    driver: OrmDriver,
    dbName: new URL(url).pathname.slice(1),
    // The check would open a connection before its first use.
    ensureDatabase: false,
    entities: [...entities],
    extensions: [Migrator],
    migrations: {
      migrationsList: migrations.map((migration) => forSchema(migration, access.schema)),
      tableName: 'migration',
      snapshot: false,
    },
    // Only migrations define views, triggers and derived tables; tables of records are created and dropped at run time.
    schemaGenerator: {
      skipViews: [/./],
      skipTables: [/^catalog_/, 'caller_write', 'watched_topic'],
      ignoreSchema: ['records', 'totals'],
      ignoreTriggers: true,
    },
    driverOptions: {
      ...driverOptions(connections),
      connectionTimeoutMillis: waitSeconds * 1_000,
      // a transaction sends statements before the results of earlier ones arrive
      pipeline: true,
      onPoolCreated: (pool: Pool) => {
        setUpPool(pool, connections);
        observed.add('graph', pool);
      },
    },
    pool: { min: 0, max: pools.size },
    forceUtcTimezone: true,
    logger: (message) => {
      log.debug(message.replaceAll(/\u001b\[\d+m/g, ''));
    },
  });
  const pool = await orm.em.getConnection().getNativeClient();
  const shortSeconds = Math.min(reserveTimeoutSeconds, statementSeconds);
  const reserve = openPool(
    { ...connections, name: 'reserve', size: 3, statementSeconds: shortSeconds, waitSeconds: shortSeconds },
    observed,
  );
  const costly = openReadPools({ url, pools, observed }, createPoolClient);
  const reserveDb = createPoolClient(reserve, access.schema);
  const changes = createChangeFeed({ url: directUrl, log, schema: access.schema, rightsCheckMs });
  const replica = replicaOptions && openReplica({ ...replicaOptions, pools, primary: reserveDb, observed });
  return {
    orm,
    schema: access.schema,
    db: createPoolClient(pool, access.schema),
    reserveDb,
    ...costly,
    replica,
    changes,
    poolCounts: () => observed.counts(),
    close: async () => {
      await Promise.all([changes.close(), orm.close(), reserve.end(), costly.close(), replica?.close()]);
    },
  };
}
