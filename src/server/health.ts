import type { Platform } from '#api/platform.ts';
import { cacheFor } from '#kernel/concurrency.ts';
import { sql } from '#kernel/sql.ts';
import { isStorageOfDatabase } from '#blobs/index.ts';
import { isMigrated } from '#platform/database/migrate.ts';
import type { FastifyInstance } from 'fastify';

/** Whether each check of a process passes. */
type HealthChecks = Readonly<Record<'database' | 'migrations' | 'queue' | 'files', boolean>>;

/** The health of a process, as `/readyz` reports it. */
export interface Health {
  /**
   * Whether the process should get requests. A storage out of reach takes nothing away from the requests that need no file, and is away from
   * all processes alike, so that a proxy which left them out would have none; `checks.files` reports it.
   */
  readonly status: 'ok' | 'unavailable';
  readonly checks: HealthChecks;
  /** What is missing, a sentence each; absent where nothing is. Everyone may read it, so it names no hosts. */
  readonly missing?: readonly string[];
}

/** The services whose health is checked. */
type CheckedServices = Pick<Platform, 'reserveDb' | 'jobs' | 'orm' | 'storage' | 'db' | 'log' | 'config'>;

/** How long a result is cached, so that many probes cost the database one check. */
const cacheMs = 1_000;

/** What is missing when a check fails. */
const sentences: Readonly<Record<keyof HealthChecks, string>> = {
  database:
    'The database does not respond. Check that it runs, that this process can reach it, and that it accepts more connections.',
  migrations:
    'The database lacks migrations of this version. Run npm run migrate, or wait until a starting process has run them.',
  queue:
    'Jobs cannot be queued: the tables of the queue are missing or locked. They are created when a process starts.',
  files:
    'The storage of files is out of reach, or another one than the database belongs to. Check STORAGE_URL and the rights of this process.',
};

/** Creates the function that checks the health of a process. Its result is cached, good or bad; concurrent calls share one check. A change is logged. */
export function createHealth(app: CheckedServices): () => Promise<Health> {
  let lastMissing: readonly string[] = [];

  async function check(): Promise<Health> {
    const { files, ...others } = await findState(app);
    const checks = { ...others, files: files === 'ours' };
    const missing = missingIn(checks);
    if (missing.join() !== lastMissing.join()) logChange(app.log, missing);
    lastMissing = missing;
    const isReady = Object.values(others).every(Boolean) && files !== 'other';
    return { status: isReady ? 'ok' : 'unavailable', checks, ...(missing.length > 0 && { missing }) };
  }

  return cacheFor(cacheMs, check);
}

/** The sentences of the failed checks. Without the database all of them fail, and only the database is missing. */
function missingIn(checks: HealthChecks): string[] {
  if (!checks.database) return [sentences.database];
  return Object.entries(sentences).flatMap(([name, sentence]) =>
    Reflect.get(checks, name) === false ? [sentence] : [],
  );
}

function logChange(log: Platform['log'], missing: readonly string[]): void {
  if (missing.length > 0) log.warn({ missing }, 'The process lacks something that it needs.');
  else log.info('The process has all that it needs again.');
}

/** What is found, of the storage whether it belongs to the database, to another one, or is out of reach. */
type State = Readonly<Record<Exclude<keyof HealthChecks, 'files'>, boolean>> & {
  readonly files: 'ours' | 'other' | 'away';
};

/** Runs the checks at a time, on connections that are not those of requests. */
async function findState(app: CheckedServices): Promise<State> {
  const { reserveDb, jobs, orm, config } = app;
  const [database, migrations, queue, files] = await Promise.all([
    succeeds(() => reserveDb.rows(sql`select 1`)),
    isMigrated({ orm, db: reserveDb, schema: config.databasePools.access.schema }).catch(() => false),
    jobs.isHealthy().catch(() => false),
    isStorageOfDatabase(app).then(
      (isOurs) => (isOurs ? 'ours' : 'other'),
      () => 'away' as const,
    ),
  ]);
  return { database, migrations, queue, files };
}

const succeeds = (check: () => Promise<unknown>): Promise<boolean> =>
  check().then(
    () => true,
    () => false,
  );

/**
 * Registers `/livez`, which answers 200 while the process responds, and `/readyz`, which answers 200 when the database is
 * available and migrated, jobs can be queued, and the storage is no other one than that of the database, else 503. Both answers
 * say what is missing, such as a storage out of reach.
 */
export function healthRoutes(http: FastifyInstance, checkHealth: () => Promise<Health>): void {
  http.get('/livez', async () => ({ status: 'ok' }));
  http.get('/readyz', async (_request, reply) => {
    const health = await checkHealth();
    return reply.code(health.status === 'ok' ? 200 : 503).send(health);
  });
}
