import type { ClientBase } from 'pg';

/** Cancels the query that a process of the database executes. */
export type CancelQuery = (processId: number) => Promise<unknown>;

/**
 * Cancels the running query of a connection when the signal aborts. The caller must call the returned function when the connection
 * has no more queries for the signal to end. It resolves when a started cancellation has ended, and tells whether there was
 * one: then the connection must not be used again, because the cancellation could end its next query.
 */
export function cancelOnAbort(
  connection: ClientBase,
  signal: AbortSignal | undefined,
  cancelQuery: CancelQuery,
): () => Promise<boolean> {
  if (!signal) return () => Promise.resolve(false);
  let cancelling: Promise<unknown> | undefined;
  const cancel = () => {
    // When the cancellation fails, the query runs to its end.
    cancelling = cancelQuery(processIdOf(connection)).catch(() => undefined);
  };
  signal.addEventListener('abort', cancel, { once: true });
  return async () => {
    signal.removeEventListener('abort', cancel);
    await cancelling;
    return cancelling !== undefined;
  };
}

/** The process of the database that serves a connection, as the server reported it when the connection was opened. */
const processIdOf = (connection: ClientBase): number => Number(Reflect.get(connection, 'processID'));
