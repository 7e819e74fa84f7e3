import { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import { CatalogError } from '../../../kernel/fail.ts';

/** SQLSTATE of a write on a read-only server. */
const readOnly = '25006';

/**
 * Closes dead connections, so that the next statement opens a new one. A connection without traffic for `timeoutMs` is dead: the
 * timeout exceeds the statement timeout of the server, so the server must be gone. The function also closes connections to a
 * server that became read-only in a failover.
 */
export function dropLostConnections(pool: Pool, timeoutMs: number): void {
  pool.on('connect', (client) => {
    dropWhenLost(client, timeoutMs);
  });
}

/** The same for one connection. */
export function dropWhenLost({ connection }: Pick<PoolClient, 'connection'>, timeoutMs: number): void {
  const { stream } = connection;
  const drop = () => {
    stream.destroy(new CatalogError('UNAVAILABLE'));
  };
  if (stream instanceof Socket)
    stream.setTimeout(timeoutMs).on('timeout', () => {
      // A process that was busy, or stopped, for longer reads what has arrived before it decides.
      const { bytesRead } = stream;
      setImmediate(() => {
        if (stream.bytesRead === bytesRead) drop();
      });
    });
  connection.on('errorMessage', ({ code }: { readonly code: string | undefined }) => {
    if (code === readOnly) drop();
  });
}
