import type { FastifyInstance } from 'fastify';
import type { Platform } from '../api/platform.ts';
import { sql } from '../kernel/sql.ts';
import { isFolderOfDatabase } from '../modules/contents/index.ts';

/** What a process needs to be ready. */
type Checks = Readonly<Record<'database' | 'migrations' | 'queue' | 'files', boolean>>;

/** How long an answer of `/readyz` holds, in milliseconds: a flood of probes costs the database one look in that time. */
const holdsFor = 1_000;

/** `/livez`: the process answers. `/readyz`: the database is there, migrated, jobs can be queued, and the files are in this data folder; 503 otherwise. */
export function healthRoutes(http: FastifyInstance, app: Platform): void {
  const currentChecks = heldChecks(() => checksOf(app));
  http.get('/livez', async () => ({ status: 'ok' }));
  http.get('/readyz', async (_request, reply) => {
    const checks = await currentChecks();
    const ready = Object.values(checks).every(Boolean);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', checks });
  });
}

/** The outcome of the last look, good or bad, until it is a second old; calls during a look share it. */
function heldChecks(look: () => Promise<Checks>): () => Promise<Checks> {
  let current: Promise<Checks> | undefined;
  let expires = 0;
  return () => {
    if (current && performance.now() < expires) return current;
    expires = Infinity;
    current = look().finally(() => {
      expires = performance.now() + holdsFor;
    });
    return current;
  };
}

async function checksOf(app: Platform): Promise<Checks> {
  const { reserve, jobs, orm } = app;
  const database = await succeeds(() => reserve.rows(sql`select 1`));
  const migrations =
    database &&
    (await succeeds(async () => {
      if ((await orm.migrator.getPending()).length > 0) throw new Error('There are migrations to run.');
    }));
  return {
    database,
    migrations,
    queue: database && (await jobs.healthy().catch(() => false)),
    files: database && (await isFolderOfDatabase(app).catch(() => false)),
  };
}

const succeeds = (check: () => Promise<unknown>): Promise<boolean> =>
  check().then(
    () => true,
    () => false,
  );
