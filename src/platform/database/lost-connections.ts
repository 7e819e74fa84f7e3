import { Socket } from 'node:net';
import { Client, type Connection, type Pool, type PoolClient, type Submittable } from 'pg';
import { CatalogError } from '#kernel/fail.ts';
import { cacheFor } from '#kernel/concurrency.ts';

/** SQLSTATE of a write on a read-only server. */
const readOnly = '25006';

/** How lost connections are found. */
interface LossDetection {
  /** The time without traffic after which a connection is dead: it exceeds the statement timeout of the server. */
  readonly timeoutMs: number;
  /** Asks the server about the session of a statement that takes long, at this interval. Default: only the timeout counts. */
  readonly probe?: { readonly everyMs: number; readonly find: FindSessionState } | undefined;
}

/**
 * Closes dead connections, so that the next statement opens a new one: those without traffic for the timeout, and those that wait for a
 * result while the server is out of reach or has nothing to do for them. The function also closes connections to a
 * server that became read-only in a failover.
 */
export function dropLostConnections(pool: Pool, detection: LossDetection): void {
  pool.on('connect', (client) => {
    dropWhenLost(client, detection);
  });
}

/** The same for one connection. */
export function dropWhenLost(
  client: Pick<PoolClient, 'connection' | 'processID'>,
  { timeoutMs, probe }: LossDetection,
): void {
  const { connection } = client;
  const { stream } = connection;
  const drop = () => {
    stream.destroy(new CatalogError('UNAVAILABLE'));
  };
  if (stream instanceof Socket) watchSilence(stream, { timeoutMs, probe, drop, sessionId: () => client.processID });
  connection.on('errorMessage', ({ code }: { readonly code: string | undefined }) => {
    if (code === readOnly) drop();
  });
}

interface Watch extends LossDetection {
  readonly drop: () => void;
  readonly sessionId: () => number;
}

/** How often in a row a session must be idle: the result of its statement may be on its way. */
const maxIdleProbes = 2;

function watchSilence(stream: Socket, { timeoutMs, probe, drop, sessionId }: Watch): void {
  const periodMs = Math.min(timeoutMs, probe?.everyMs ?? timeoutMs);
  let [silentMs, traffic, idleProbes] = [0, 0, 0];
  /** What had been sent when the last bytes arrived. What was sent since has no answer. */
  let answered = 0;
  /** Runs work if no bytes have arrived. A process that was busy, or stopped, for longer reads what has arrived before it decides. */
  const ifSilent = (work: () => void) => {
    const { bytesRead } = stream;
    setImmediate(() => {
      if (stream.bytesRead === bytesRead && !stream.destroyed) work();
    });
  };

  async function askServer({ find }: NonNullable<LossDetection['probe']>): Promise<void> {
    const { bytesRead } = stream;
    const state = await find(sessionId());
    if (stream.bytesRead !== bytesRead) return;
    idleProbes = state === 'idle' ? idleProbes + 1 : 0;
    if (state === 'unreachable' || idleProbes >= maxIdleProbes) ifSilent(drop);
  }

  function onSilence(): void {
    const now = stream.bytesRead + stream.bytesWritten;
    if (now !== traffic) [silentMs, idleProbes] = [0, 0];
    traffic = now;
    silentMs += periodMs;
    if (silentMs >= timeoutMs) return drop();
    stream.setTimeout(Math.min(periodMs, timeoutMs - silentMs));
    if (probe && stream.bytesWritten > answered) void askServer(probe);
  }

  if (probe)
    stream.on('data', () => {
      answered = stream.bytesWritten;
    });
  stream.setTimeout(periodMs).on('timeout', () => {
    ifSilent(onSilence);
  });
}

/** What a session of the server does: it executes a statement, or is idle or gone. Unknown through a pooler, and where the server does not tell. */
type SessionState = 'executing' | 'idle' | 'unknown' | 'unreachable';

/** Finds what the session with a process id does. Never fails. */
type FindSessionState = (processId: number) => Promise<SessionState>;

/** How long the server may take to answer. */
const timeoutMs = 5_000;

/** How long an answer is used, so that many slow statements cost the server one connection a second. */
const cacheMs = 1_000;

/**
 * Creates the function that asks a server, on a connection of its own: those of the pools may be lost as well, where a firewall forgot them.
 */
export function createFindSessionState(url: string, throughPooler: boolean): FindSessionState {
  const readSessions = cacheFor(cacheMs, () => readExecuting(url));
  return async (processId) => {
    const executing = await readSessions();
    if (typeof executing === 'string') return executing;
    if (throughPooler) return 'unknown';
    return executing.has(processId) ? 'executing' : 'idle';
  };
}

/** The process ids of the sessions that execute a statement. */
async function readExecuting(url: string): Promise<ReadonlySet<number> | 'unknown' | 'unreachable'> {
  const client = new Client({
    connectionString: url,
    application_name: 'catalograph probe',
    connectionTimeoutMillis: timeoutMs,
    query_timeout: timeoutMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rows } = await client.query<{ pid: number; state: string | null }>(
      "select pid, state from pg_stat_activity where state is distinct from 'idle' and datname = current_database()",
    );
    const self = rows.find(({ state }) => state === 'active');
    return self
      ? new Set(rows.flatMap(({ pid, state }) => (state === 'active' || state === null ? [pid] : [])))
      : 'unknown';
  } catch (error) {
    // The server answered, such as that it has too many connections.
    return isAnswer(error) ? 'unknown' : 'unreachable';
  } finally {
    void client.end().catch(() => undefined);
  }
}

/** Whether an error has the SQLSTATE of a server, in five characters. */
const isAnswer = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' && /^[0-9A-Z]{5}$/.test(error.code);

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
