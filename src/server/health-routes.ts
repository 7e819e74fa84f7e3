import type { FastifyInstance } from 'fastify';
import type { AppServices } from '../api/app-services.ts';
import { sql } from '../kernel/sql.ts';

/** `/livez`: the process answers. `/readyz`: the database is there, migrated, and jobs can be queued; 503 otherwise. */
export function healthRoutes(http: FastifyInstance, app: AppServices): void {
  http.get('/livez', async () => ({ status: 'ok' }));
  http.get('/readyz', async (_request, reply) => {
    const checks = await checksOf(app);
    const ready = Object.values(checks).every(Boolean);
    return reply.code(ready ? 200 : 503).send({ status: ready ? 'ok' : 'unavailable', checks });
  });
}

async function checksOf({ reserve, jobs, orm }: AppServices): Promise<Readonly<Record<'database' | 'migrations' | 'queue', boolean>>> {
  const database = await succeeds(() => reserve.rows(sql`select 1`));
  const migrations = database && await succeeds(async () => {
    if ((await orm.migrator.getPending()).length > 0) throw new Error('There are migrations to run.');
  });
  return { database, migrations, queue: database && await jobs.healthy().catch(() => false) };
}

const succeeds = (check: () => Promise<unknown>): Promise<boolean> => check().then(() => true, () => false);
