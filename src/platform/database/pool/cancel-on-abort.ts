import type { ClientBase } from 'pg';
import { cancelQuery } from './cancel-query.ts';

/**
 * Cancels the running query of a connection when the signal aborts. The caller must call the returned function when the connection
 * has no more queries for the signal to end. It resolves when a started cancellation has ended, and tells whether there was
 * one: then the connection must not be used again, because the cancellation could end its next query.
 */
export function cancelOnAbort(
  connection: ClientBase,
  signal: AbortSignal | undefined,
  cancel: (connection: ClientBase) => Promise<void> = cancelQuery,
): () => Promise<boolean> {
  if (!signal) return () => Promise.resolve(false);
  let cancelling: Promise<void> | undefined;
  const onAbort = () => {
    // When the cancellation fails, the query runs to its end.
    cancelling = cancel(connection).catch(() => undefined);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  return async () => {
    signal.removeEventListener('abort', onAbort);
    await cancelling;
    return cancelling !== undefined;
  };
}
