import type { Connection, PoolClient, Submittable } from 'pg';

/**
 * Closes prepared statements, and removes them from the driver's list. They stay in the list until then, because a query that waits for the
 * connection may still use them.
 */
export function closeStatements(
  client: PoolClient,
  query: PoolClient['query'],
  names: readonly string[],
  leaving: Set<string>,
): void {
  if (names.length === 0) return;
  for (const name of names) leaving.add(name);
  query(
    new CloseQuery(names, () => {
      for (const name of names) {
        leaving.delete(name);
        Reflect.deleteProperty(parsedStatements(client), name);
      }
    }),
  );
}

/** Closes prepared statements by messages of the protocol: a pooler knows the statements by them, and not by SQL. */
class CloseQuery implements Submittable {
  readonly #names: readonly string[];
  readonly handleReadyForQuery: () => void;

  constructor(names: readonly string[], onClosed: () => void) {
    this.#names = names;
    this.handleReadyForQuery = onClosed;
  }

  submit(connection: Connection): void {
    for (const name of this.#names) connection.close({ type: 'S', name }, true);
    connection.sync();
  }

  /** Closing fails only with the connection. */
  handleError(): void {
    // the next query reports the loss of the connection
  }
}

/** The names of the statements that a connection has prepared, or has been sent. */
export const preparedNames = (client: PoolClient): string[] => [
  ...Object.keys(parsedStatements(client)),
  ...Object.keys(driverList(client, 'submittedNamedStatements')),
];

/** The driver's list of the statements that a connection has prepared, by name. */
export const parsedStatements = (client: PoolClient): object => driverList(client, 'parsedStatements');

function driverList({ connection }: PoolClient, property: string): object {
  const list: unknown = Reflect.get(connection, property);
  return typeof list === 'object' && list !== null ? list : {};
}
