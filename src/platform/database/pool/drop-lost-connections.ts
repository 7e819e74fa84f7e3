import { Socket } from 'node:net';
import type { Pool } from 'pg';
import { CatalogError } from '../../../kernel/fail.ts';

/** SQLSTATE of a change on a server that only reads. */
const readOnly = '25006';

/**
 * Ends connections that lead nowhere: one on which nothing moves for so many milliseconds (the server ends a slow statement
 * before that, so its other end is gone without a word), and one to a server that takes no changes any more, as after a
 * failover. The next statement opens another.
 */
export function dropLostConnections(pool: Pool, milliseconds: number): void {
  pool.on('connect', ({ connection }) => {
    const { stream } = connection;
    const drop = () => {
      stream.destroy(new CatalogError('UNAVAILABLE'));
    };
    if (stream instanceof Socket) stream.setTimeout(milliseconds, drop);
    connection.on('errorMessage', ({ code }: { readonly code: string | undefined }) => {
      if (code === readOnly) drop();
    });
  });
}
