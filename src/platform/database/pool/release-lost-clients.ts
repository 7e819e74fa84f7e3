import type { Pool, PoolClient } from 'pg';

/**
 * Releases a client whose connection is lost while it is in use. Kysely, which MikroORM uses, never releases the client of a
 * transaction that cannot be rolled back, so each loss of the database would leak places of the pool.
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
      // the driver throws when its owner releases it a second time
      client.release = () => undefined;
    });
  });
}
