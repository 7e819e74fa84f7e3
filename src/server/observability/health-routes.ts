import type { FastifyInstance } from 'fastify';
import type { Health } from './health.ts';

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
