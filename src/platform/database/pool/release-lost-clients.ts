import type { Pool, PoolClient } from 'pg';

/**
 * Gives a client back to its pool when its connection ends while it is in use. Kysely, below MikroORM, does not give back
 * the client of a transaction that cannot even be rolled back; so every loss of the database would cost the pool some places.
 */
export function releaseLostClients(pool: Pool): void {
  const inUse = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    inUse.add(client);
  });
  pool.on('release', (_failure, client) => {
    inUse.delete(client);
  });
  pool.on('connect', (client) => {
    client.once('end', () => {
      if (!inUse.has(client)) return;
      client.release(true);
      // whoever held it may still give it back, and would be told that this is once too often
      client.release = () => undefined;
    });
  });
}
