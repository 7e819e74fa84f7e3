import type { Pool, PoolClient } from 'pg';
import { CatalogError } from '#kernel/fail.ts';
import type { StatementBounds } from '../database-client.ts';

/**
 * Takes a connection of a pool. Fails UNAVAILABLE when none is free until the deadline, and with the signal's reason when the
 * signal aborts first. A connection that becomes free afterwards goes to the next waiting statement.
 */
export async function takeConnection(
  pool: Pool,
  { deadline, signal }: Omit<StatementBounds, 'budget'>,
): Promise<PoolClient> {
  signal?.throwIfAborted();
  const connecting = pool.connect();
  // Several calls of one turn of the event loop count the same idle connections.
  const isFree = pool.idleCount > 0 && pool.idleCount >= pool.waitingCount;
  if (isFree || (deadline === undefined && !signal)) return connecting;
  const { promise: ended, reject } = Promise.withResolvers<never>();
  const abort = () => {
    reject(signal?.reason);
  };
  const timer =
    deadline !== undefined &&
    setTimeout(
      () => {
        reject(new CatalogError('UNAVAILABLE'));
      },
      Math.max(0, deadline - performance.now()),
    );
  signal?.addEventListener('abort', abort, { once: true });
  try {
    return await Promise.race([connecting, ended]);
  } catch (error) {
    connecting.then(
      (connection) => {
        connection.release();
      },
      () => undefined,
    );
    throw error;
  } finally {
    if (timer !== false) clearTimeout(timer);
    signal?.removeEventListener('abort', abort);
  }
}
