import 'reflect-metadata';
import { join } from 'node:path';
import { createRegistry, type CatalogModule, type Prepare } from './api/catalog-module.ts';
import type { Services } from './api/context.ts';
import { systemClock } from './kernel/clock.ts';
import { createReadCache } from './platform/database/read-cache.ts';
import { createSlots } from './kernel/slots.ts';
import { createSemaphore } from './kernel/semaphore.ts';
import { migrations } from './migrations/migrations.ts';
import type { Config } from './platform/config.ts';
import { migrate } from './platform/database/migrate.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { createStatementGate } from './platform/database/statement-gate.ts';
import { createDatasources } from './platform/datasources/datasources.ts';
import { createHostKeys } from './platform/datasources/ftp/host-keys.ts';
import { createRefreshTokens } from './platform/datasources/oauth/refresh-tokens.ts';
import { createFetcher } from './platform/fetcher/create-fetcher.ts';
import { createGuard, type Resolve } from './platform/fetcher/guard.ts';
import { createPgBossQueue } from './platform/jobs/pg-boss-queue.ts';
import { createLog } from './platform/log.ts';
import { createRateLimiter } from './platform/rate-limits/stored-rate-limiter.ts';
import { readOrCreateKey } from './platform/secrets/key-file.ts';
import { createSecrets } from './platform/secrets/secrets.ts';
import { DiskBudget } from './platform/storage/disk-budget.ts';
import { openDiskStorage } from './platform/storage/disk-storage.ts';

/** The maximum size of the temporary files of all exports of a process, in bytes: four of the largest exports. */
const maxExportBytes = 16 * 2 ** 30;

/** The settings of a running application: the URL of the database is known, embedded or external. */
export type AppConfig = Config & { readonly databaseUrl: string };

/** Services that replace the defaults, and the function that resolves host names of outgoing calls. */
export interface Overrides extends Partial<Services> {
  readonly resolve?: Resolve;
}

/** Opens the services of a process: the platform, with the database migrated, and the registry of the modules. */
export async function createServices(
  config: AppConfig,
  modules: readonly CatalogModule[],
  { resolve, ...overrides }: Overrides = {},
): Promise<Services> {
  const log = overrides.log ?? createLog({ level: config.logLevel });
  const database = await openDatabase({
    url: config.databaseUrl,
    entities: modules.flatMap(({ entities }) => entities),
    migrations,
    log,
    statementTimeout: config.statementTimeout,
    exploreTimeout: config.exploreTimeout,
  });
  const { orm, db, bulkLoader, maintenance } = database;
  await migrate(orm);
  const secrets = createSecrets(config.secretsKey ?? (await readOrCreateKey(config.dataDir)));
  const storage = await openDiskStorage(join(config.dataDir, 'files'));
  await prepareRows({ db, bulkLoader, maintenance, secrets, storage, config, log, ...overrides }, modules).catch(
    async (error: unknown) => {
      await database.close();
      throw error;
    },
  );
  const guard = createGuard({ allow: config.fetchAllow, resolve });
  const fetcher = createFetcher(guard);
  return {
    config,
    log,
    orm,
    db,
    bulkLoader,
    maintenance,
    reserveDb: database.reserveDb,
    exploreDb: database.exploreDb,
    statementGate: createStatementGate(database.maxWaitMs),
    streamTexts: database.streamTexts,
    exportSlots: createSlots({ total: 200, perOwner: 100 }),
    exportDisk: new DiskBudget(maxExportBytes),
    closeDatabase: () => database.close(),
    clock: systemClock,
    rateLimiter: createRateLimiter(db),
    secrets,
    storage,
    fetcher,
    datasources: createDatasources({
      guard,
      fetcher,
      refreshTokens: createRefreshTokens({ db, secrets }),
      hostKeys: createHostKeys(db),
    }),
    jobs: createPgBossQueue({
      url: config.databaseUrl,
      log,
      queues: modules.flatMap(({ jobs = [] }) => jobs.map(({ queue }) => queue)),
    }),
    readCache: createReadCache(),
    semaphores: { sourceReads: createSemaphore(8), previewThreads: createSemaphore(2) },
    registry: createRegistry(modules),
    ...overrides,
  };
}

/** Runs the preparation of each module, one module after another. */
async function prepareRows(app: Parameters<Prepare>[0], modules: readonly CatalogModule[]): Promise<void> {
  for (const { prepare } of modules) await prepare?.(app);
}

/** Waits for the running jobs, then closes the services. */
export async function closeServices({ jobs, fetcher, closeDatabase }: Services): Promise<void> {
  await jobs.stop();
  await fetcher.close();
  await closeDatabase();
}
