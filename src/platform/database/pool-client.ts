import { type ClientBase, Connection, type Pool, type PoolClient } from 'pg';
import { bindValues, type ParameterValues, type RenderedStatement, type Sql } from '#kernel/sql.ts';
import type { DatabaseClient, StatementBounds } from './database-client.ts';
import { isStalePlan } from './errors.ts';
import { createReadRow, type ResultBudget } from './statements.ts';
import { CatalogError } from '#kernel/fail.ts';
import { once } from 'node:events';
import { Socket } from 'node:net';

/** The maximum number of attempts, more than any snapshot needs: an attempt fails only when a table that the snapshot reads has changed again since the previous attempt. */
const maxAttempts = 5;

/** Runs work with a connection. */
type UseConnection = <T>(work: (connection: PoolClient) => Promise<T>, bounds: StatementBounds) => Promise<T>;

/** A database client on a connection pool. `schema` is the schema of a catalog with one schema. */
export function createPoolClient(pool: Pool, schema?: string): DatabaseClient {
  const readRow = createReadRow();
  const useConnection: UseConnection = async (work, bounds) => {
    const connection = await takeConnection(pool, bounds);
    return work(connection).then(
      (result) => {
        connection.release();
        return result;
      },
      (error: unknown) => {
        connection.release(true);
        throw error;
      },
    );
  };

  async function inSnapshot<T>(
    work: (snapshot: DatabaseClient) => Promise<T>,
    bounds: StatementBounds,
    attempt = 1,
  ): Promise<T> {
    try {
      return await useConnection(async (connection) => {
        await connection.query('begin isolation level repeatable read read only');
        const result = await work(clientOn(oneAtATime(connection)));
        await connection.query('commit');
        return result;
      }, bounds);
    } catch (error) {
      if (attempt === maxAttempts || !isStalePlan(error)) throw error;
      return inSnapshot(work, bounds, attempt + 1);
    }
  }

  const bound = (statement: RenderedStatement, parameters: ParameterValues) => ({
    text: statement.textIn(schema),
    values: bindValues(statement.values, parameters),
  });

  /** Creates a client each of whose statements runs on the connection that `use` provides. */
  const clientOn = (use: UseConnection): DatabaseClient => ({
    async rows<Row extends object>(
      statement: Sql,
      parameters: ParameterValues = {},
      bounds: StatementBounds = {},
    ): Promise<Row[]> {
      const query = bound(statement.render(), parameters);
      failOverBudget(bounds.budget);
      const run = (connection: PoolClient) => runWithin(connection, query, bounds, () => connection.query<Row>(query));
      return (await use(run, bounds)).rows;
    },
    async texts(statement: RenderedStatement, parameters: ParameterValues, bounds: StatementBounds = {}) {
      const query = bound(statement, parameters);
      failOverBudget(bounds.budget);
      return use((connection) => runWithin(connection, query, bounds, () => readRow(connection, query)), bounds);
    },
    async send(statement, parameters = {}) {
      const query = bound(statement.render(), parameters);
      await use((connection) => connection.query(query.text, query.values), {});
    },
    inSnapshot: (work, bounds = {}) => inSnapshot(work, bounds),
  });

  /** Runs a query. Cancels it when the signal aborts, unless it writes. */
  async function runWithin<T>(
    connection: PoolClient,
    { text }: { readonly text: string },
    { budget, signal }: StatementBounds,
    run: () => Promise<T>,
  ): Promise<T> {
    signal?.throwIfAborted();
    const endCancellation = cancelOnAbort(connection, signal, async (running) => {
      if (!writes.test(text)) await cancelQuery(running);
    });
    try {
      return await withBudget(connection, budget, run);
    } finally {
      // The failure closes the connection, which a cancellation may still reach.
      if (await endCancellation()) signal?.throwIfAborted();
    }
  }

  return clientOn(useConnection);
}

/** Runs works with one connection one after another. */
function oneAtATime(connection: PoolClient): UseConnection {
  let last: Promise<unknown> = Promise.resolve();
  return (work) => {
    const result = last.then(() => work(connection));
    last = result.catch(() => undefined);
    return result;
  };
}

/** Matches the text of every statement that writes, and perhaps of others. */
export const writes = /\b(?:insert|update|delete|merge)\b/i;

/** Fails ANSWER_TOO_LARGE when earlier results exceeded the budget. Called before a connection is taken, because a failure closes its connection. */
function failOverBudget(budget: ResultBudget | undefined): void {
  const failure = budget?.spend(0);
  if (failure) throw failure;
}

/** What the running statement of a connection spends. */
interface Spending {
  budget: ResultBudget | undefined;
}

/** The spending of each connection, which is observed as long as the connection lasts: to begin and end it costs more than a small statement. */
const spendings = new WeakMap<PoolClient, Spending>();

/** Observes what a connection receives, and closes it as soon as a result exceeds its budget. */
function observeSpending(client: PoolClient): Spending {
  const spending: Spending = { budget: undefined };
  const { stream } = client.connection;
  stream.on('data', (chunk: Buffer) => {
    const failure = spending.budget?.spend(chunk.length);
    if (failure) stream.destroy(failure);
  });
  spendings.set(client, spending);
  return spending;
}

/** Runs work with a connection, on which nothing else runs meanwhile. Its results spend the budget. */
async function withBudget<T>(client: PoolClient, budget: ResultBudget | undefined, work: () => Promise<T>): Promise<T> {
  if (!budget) return work();
  const spending = spendings.get(client) ?? observeSpending(client);
  spending.budget = budget;
  try {
    return await work();
  } finally {
    spending.budget = undefined;
  }
}

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

/**
 * Cancels the running query of a connection when the signal aborts. The caller must call the returned function when the connection
 * has no more queries for the signal to end. It resolves when a started cancellation has ended, and returns whether there was
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

/** What the driver has, and its types lack. */
declare module 'pg' {
  interface ClientConfig {
    sslNegotiation?: ClientConfig['sslnegotiation'];
  }
  interface Connection {
    connect(portOrPath: number | string, host?: string): void;
    requestSsl(): void;
    cancel(processId: number, secretKey: number): void;
  }
  interface ClientBase {
    readonly connection: Connection;
    readonly host: string;
    readonly port: number;
    readonly ssl: NonNullable<ClientConfig['ssl']>;
    readonly sslNegotiation: ClientConfig['sslnegotiation'];
    readonly processID: number;
    readonly secretKey: number;
  }
}

/** How long a server may take to accept a cancellation. */
const timeoutMs = 5_000;

/**
 * Cancels the running query of a connection by the protocol's own request, on a connection of its own to the same address. Unlike
 * `pg_cancel_backend` it works through a pooler, which knows the server that executes the query, and it needs no free connection of the server.
 * Resolves when the request has been handled.
 */
async function cancelQuery(client: ClientBase): Promise<void> {
  const { host, port, ssl, sslNegotiation, processID, secretKey } = client;
  const { stream } = client.connection;
  // A host name may have several addresses, and only one of them knows the query.
  const address = (stream instanceof Socket && stream.remoteAddress) || host;
  const connection = new Connection({
    ssl: ssl && { servername: host, ...(ssl !== true && ssl) },
    sslNegotiation,
  });
  const cancel = () => {
    connection.cancel(processID, secretKey);
  };
  connection.on('error', () => undefined);
  connection.on('sslconnect', cancel);
  connection.on('connect', () => {
    if (!ssl) cancel();
    else if (sslNegotiation !== 'direct') connection.requestSsl();
  });
  const socket = connection.stream;
  if (socket instanceof Socket) socket.setTimeout(timeoutMs, () => socket.destroy());
  if (host.startsWith('/')) connection.connect(`${host}/.s.PGSQL.${port}`);
  else connection.connect(port, address);
  // The server closes the connection when it has signalled the process of the query.
  await once(connection, 'end');
}
