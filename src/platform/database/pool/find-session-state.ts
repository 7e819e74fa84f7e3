import { Client } from 'pg';
import { cacheFor } from '#kernel/cache-for.ts';

/** What a session of the server does: it executes a statement, or is idle or gone. Unknown through a pooler, and where the server does not tell. */
export type SessionState = 'executing' | 'idle' | 'unknown' | 'unreachable';

/** Finds what the session with a process id does. Never fails. */
export type FindSessionState = (processId: number) => Promise<SessionState>;

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
