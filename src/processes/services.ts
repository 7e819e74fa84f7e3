import 'reflect-metadata';
import { availableParallelism } from 'node:os';
import { extname, join } from 'node:path';
import { createRegistry, type CatalogModule } from '#api/catalog-module.ts';
import type { Services } from '#api/context.ts';
import { StoredRecords } from '#engine/odsql/evaluate/stored-record.ts';
import { PreparedJoins } from '#engine/pipeline/dataset-reference.ts';
import { systemClock } from '#kernel/clock.ts';
import { LRUCache } from 'lru-cache';
import { ParsedTexts } from '#platform/database/parsed-texts.ts';
import { createReadCache } from '#platform/database/read-cache.ts';
import { createSemaphore, createSlots } from '#kernel/semaphore.ts';
import { migrations } from '#migrations/migrations.ts';
import { createColumnEngine } from '#platform/columns/create-column-engine.ts';
import type { Config } from '#platform/config.ts';
import { migrate, readMigrationState } from '#platform/database/migrate.ts';
import { openDatabase, type DatabaseHandle, type DatabaseOptions } from '#platform/database/open-database.ts';
import { createStatementGate } from '#platform/database/statement-gate.ts';
import { createDatasources } from '#platform/datasources/datasources.ts';
import { createHostKeys } from '#platform/datasources/file-server.ts';
import { createRefreshTokens } from '#platform/datasources/access-token.ts';
import { createGeocoder } from '#platform/geocoder.ts';
import { createMailer } from '#platform/mailer.ts';
import { createFetcher } from '#platform/fetcher/create-fetcher.ts';
import { createGuard, type Resolve } from '#platform/fetcher/guard.ts';
import { createPgBossQueue } from '#platform/pg-boss-queue.ts';
import { createLog } from '#platform/log.ts';
import { createMetrics } from '#platform/prometheus-metrics.ts';
import { createDiskSpace } from '#platform/postgres/start-postgres.ts';
import { createRequestRateLimiter } from '#platform/request-rate-limiter.ts';
import { createAttemptRateLimiter } from '#platform/attempt-rate-limiter.ts';
import { createSecrets, readOrCreateKey } from '#platform/secrets.ts';
import { encryptRows } from '#platform/encrypt-rows.ts';
import { SetupError } from '#platform/system-errors.ts';
import { DiskBudget } from '#platform/storage/disk-storage.ts';
import { createTracing } from '#platform/create-tracing.ts';
import { openStorage } from '#platform/storage/open-storage.ts';
import { sampleServices } from '#server/metrics-server.ts';

/** The maximum size of the temporary files of all exports of a process, in bytes: four of the largest exports. */
const maxExportBytes = 16 * 2 ** 30;

/** The maximum size of what queries over records write to disk when their memory does not suffice, in bytes. */
const maxQueryBytes = 8 * 2 ** 30;

/** The memory for writing records, in bytes: a dataset of a thousand fields has some thousand columns, each with a buffer. */
const minWriterBytes = 1e9;

const columnEngineScript = new URL(`column-engine-process${extname(import.meta.url)}`, import.meta.url);

/** The settings of a running application: the URL of the database is known, embedded or external. */
export type AppConfig = Config & { readonly databaseUrl: string };

/** The settings of an application on PostgreSQL itself, where the database is reached through a pooler. */
export const withoutPooler = (config: AppConfig): AppConfig => ({
  ...config,
  databaseUrl: config.databaseDirectUrl ?? config.databaseUrl,
  databaseDirectUrl: undefined,
  databasePools: { ...config.databasePools, access: { ...config.databasePools.access, throughPooler: false } },
});

/** Services that replace the defaults. */
export interface Overrides extends Partial<Services> {
  /** Resolves the host names of outgoing calls. */
  readonly resolve?: Resolve;
  /** How often open streams check whether their account, key or session has expired, in milliseconds. */
  readonly rightsCheckMs?: number | undefined;
}

/** Opens the services of a process and prepares the database. A failure closes the database. */
export async function createServices(
  config: AppConfig,
  modules: readonly CatalogModule[],
  overrides: Overrides = {},
): Promise<Services> {
  const services = await openServices(config, modules, overrides);
  try {
    await runMigrations(services, modules);
    await prepareRows(services, modules);
    return services;
  } catch (error) {
    await services.columnEngine.close();
    await services.closeDatabase();
    throw error;
  }
}

/** Runs the pending migrations; with MIGRATE=off, fails with a SetupError where there are any. Warns where a later version has run others. */
export async function runMigrations(services: Services, modules: readonly CatalogModule[]): Promise<void> {
  const { config, orm, db, log } = services;
  const { schema } = config.databasePools.access;
  const { pending, unknown } = await readMigrationState({ orm, db, schema });
  if (unknown.length > 0)
    log.warn(
      { migrations: unknown },
      'A later version has migrated the database. This version works with it during an upgrade; run the later one otherwise.',
    );
  const [first] = pending;
  if (first === undefined) return;
  if (config.migrate === 'off')
    throw new SetupError(
      `The database lacks migrations of this version, from ${first} on: run \`npm run migrate\` first, or set MIGRATE=auto.`,
    );
  const { databaseDirectUrl } = config;
  if (databaseDirectUrl === undefined) return migrate({ orm, db, schema, log });
  const direct = await openDatabaseOf(withoutPooler({ ...config, databaseUrl: databaseDirectUrl }), modules, { log });
  await migrate({ ...direct, log }).finally(() => direct.close());
}

/** Opens the secrets, then runs the preparation of each module, one module after another. */
export async function prepareRows(services: Services, modules: readonly CatalogModule[]): Promise<void> {
  await services.secrets.open();
  await encryptRows(services, services.registry.encryptedColumns);
  for (const { prepare } of modules) await prepare?.(services);
}

/** Opens the services: the platform and the registry of the modules. Nothing is asked of the database. A failure closes the database. */
export async function openServices(
  config: AppConfig,
  modules: readonly CatalogModule[],
  overrides: Overrides = {},
): Promise<Services> {
  const log = overrides.log ?? createLog({ level: config.logLevel });
  const metrics = await createMetrics(config.metrics !== undefined);
  const tracing = await createTracing(config.traces, log);
  const { rightsCheckMs, ...replaced } = overrides;
  const database = await openDatabaseOf(config, modules, { log, tracing, rightsCheckMs });
  try {
    const services = await servicesOn(database, config, modules, { metrics, tracing, ...replaced, log });
    sampleServices(services);
    return services;
  } catch (error) {
    await database.close();
    throw error;
  }
}

const openDatabaseOf = (
  config: AppConfig,
  modules: readonly CatalogModule[],
  tools: Pick<DatabaseOptions, 'log' | 'tracing' | 'rightsCheckMs'>,
): Promise<DatabaseHandle> =>
  openDatabase({
    url: config.databaseUrl,
    directUrl: config.databaseDirectUrl,
    entities: modules.flatMap(({ entities }) => entities),
    migrations,
    pools: config.databasePools,
    replica: config.databaseReplica,
    ...tools,
  });

async function servicesOn(
  database: DatabaseHandle,
  config: AppConfig,
  modules: readonly CatalogModule[],
  {
    resolve,
    log,
    metrics,
    tracing,
    ...overrides
  }: Omit<Overrides, 'rightsCheckMs'> & Pick<Services, 'log' | 'metrics' | 'tracing'>,
): Promise<Services> {
  const { orm, db, changes } = database;
  const secrets = createSecrets(db, config.secretsKeys ?? [await readOrCreateKey(config.dataDir)]);
  const storage = await openStorage(config.storage, log, tracing);
  const guard = createGuard({ allow: config.fetchAllow, resolve });
  const fetcher = createFetcher(guard, { tracing });
  const { clock = systemClock } = overrides;
  return {
    config,
    log,
    metrics,
    tracing,
    orm,
    db,
    changes,
    columnEngine: overrides.columnEngine ?? (await openColumnEngine(config, { storage, log })),
    reserveDb: database.reserveDb,
    exploreDb: database.exploreDb,
    replica: database.replica,
    statementGate: createStatementGate(config.databasePools),
    poolCounts: database.poolCounts,
    streamTexts: database.streamTexts,
    exportSlots: createSlots({ total: 200, perOwner: 100 }),
    exportDisk: new DiskBudget(maxExportBytes),
    hasDiskSpace: createDiskSpace(config.embeddedFolder),
    closeDatabase: () => database.close(),
    clock,
    attemptRateLimiter: createAttemptRateLimiter(db),
    findBudget: createRequestRateLimiter({ reserveDb: database.reserveDb, clock, log }),
    secrets,
    storage,
    fetcher,
    datasources: createDatasources({
      guard,
      fetcher,
      refreshTokens: createRefreshTokens({ db, secrets }),
      hostKeys: createHostKeys(db),
      tracing,
    }),
    geocoder:
      config.geocoderUrl === undefined
        ? undefined
        : createGeocoder({ url: config.geocoderUrl, fetcher, publicUrl: config.publicUrl }),
    mailer: config.mail === undefined ? undefined : createMailer(config.mail),
    jobs: createPgBossQueue({
      url: config.databaseDirectUrl ?? config.databaseUrl,
      log,
      tracing,
      migrate: config.migrate === 'auto',
      schema: config.databasePools.access.schema,
      queues: modules.flatMap(({ jobs = [] }) => jobs.map(({ queue }) => queue)),
    }),
    preparedJoins: new PreparedJoins(),
    readCache: createReadCache(),
    recordsInMemory: createRecordCache(config.recordsInMemoryBytes),
    parsedTexts: new ParsedTexts(),
    longSearches: new LRUCache<string, true>({
      maxSize: maxLongSearches,
      sizeCalculation: (_true, { length }) => length,
    }),
    semaphores: { sourceReads: createSemaphore(8), previewThreads: createSemaphore(2) },
    registry: createRegistry(modules),
    ...overrides,
  };
}

/** Opens the column engine as a process with these settings has it. */
export const openColumnEngine = (
  { records, dataDir }: Pick<Config, 'records' | 'dataDir'>,
  { storage, log }: { readonly storage: Pick<Services['storage'], 'read'>; readonly log: Services['log'] },
): Promise<Services['columnEngine']> =>
  createColumnEngine({
    ...records,
    cacheFolder: join(dataDir, 'records'),
    memoryLimit: records.memoryBytes,
    writerMemoryLimit: Math.max(records.memoryBytes, minWriterBytes),
    threads: availableParallelism(),
    tempBytes: maxQueryBytes,
    storage,
    script: columnEngineScript,
    log,
  });

/** The length of the searches of records that are remembered, in characters. */
const maxLongSearches = 1024 * 1024;

/** The cache of records in memory. Undefined without bytes, so that the column engine answers all queries. */
const createRecordCache = (maxBytes: number): Services['recordsInMemory'] =>
  maxBytes === 0
    ? undefined
    : createReadCache({
        maxBytes,
        maxResultBytes: maxBytes,
        sizeOf: (records) => (records instanceof StoredRecords ? records.memoryBytes : 1),
      });

/** Waits for the running jobs, then closes the services. */
export async function closeServices({ jobs, fetcher, columnEngine, closeDatabase, tracing }: Services): Promise<void> {
  await jobs.stop();
  await fetcher.close();
  await columnEngine.close();
  await closeDatabase();
  await tracing.close();
}
