import type { FastifyInstance } from 'fastify';
import type { Platform } from '../api/platform.ts';
import { sql } from '../kernel/sql.ts';
import { isStorageOfDatabase } from '../modules/blobs/index.ts';
import { isMigrated } from '../platform/database/migrate.ts';

/** Whether each requirement of a ready process is met. */
type Checks = Readonly<Record<'database' | 'migrations' | 'queue' | 'files', boolean>>;

/** How long the result of `/readyz` is cached, so that many probes cost the database one check. */
const cacheMs = 1_000;

/**
 * Registers `/livez`, which answers 200 while the process responds, and `/readyz`, which answers 200 when the database is
 * available and migrated, jobs can be queued, and the storage is within reach and the one that belongs to the database, else 503.
 */
export function healthRoutes(http: FastifyInstance, app: Platform): void {
  const currentChecks = cachedChecks(() => checksOf(app));
  http.get('/livez', async () => ({ status: 'ok' }));
  http.get('/readyz', async (_request, reply) => {
    const checks = await currentChecks();
    const ready = Object.values(checks).every(Boolean);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', checks });
  });
}

/** Caches the result of the checks, good or bad; concurrent calls share one check. */
function cachedChecks(check: () => Promise<Checks>): () => Promise<Checks> {
  let current: Promise<Checks> | undefined;
  let expires = 0;
  return () => {
    if (current && performance.now() < expires) return current;
    expires = Infinity;
    current = check().finally(() => {
      expires = performance.now() + cacheMs;
    });
    return current;
  };
}

/** Runs the checks at a time, on connections that are not those of requests. */
async function checksOf(app: Platform): Promise<Checks> {
  const { reserveDb, jobs, orm } = app;
  const [database, migrations, queue, files] = await Promise.all([
    succeeds(() => reserveDb.rows(sql`select 1`)),
    isMigrated(reserveDb, orm).catch(() => false),
    jobs.isHealthy().catch(() => false),
    isStorageOfDatabase(app).catch(() => false),
  ]);
  return { database, migrations, queue, files };
}

const succeeds = (check: () => Promise<unknown>): Promise<boolean> =>
  check().then(
    () => true,
    () => false,
  );
