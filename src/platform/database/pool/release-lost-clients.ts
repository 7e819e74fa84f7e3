import type { Pool, PoolClient } from 'pg';

/**
 * Releases a client whose connection is lost while it is in use. Code that waits for the client may never release it, so each loss of the
 * database would leave the pool with fewer usable clients.
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
    // the code that uses the client learns of the loss from its next statement; without a listener the process would end
    client.on('error', () => undefined);
    client.once('end', () => {
      if (!inUse.has(client)) return;
      client.release(true);
      // The code that uses the client releases it again later; the driver would throw at the second release.
      client.release = () => undefined;
    });
  });
}
