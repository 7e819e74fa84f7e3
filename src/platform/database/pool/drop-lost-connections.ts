import { Socket } from 'node:net';
import type { Pool, PoolClient } from 'pg';
import { CatalogError } from '#kernel/fail.ts';
import type { FindSessionState } from './find-session-state.ts';

/** SQLSTATE of a write on a read-only server. */
const readOnly = '25006';

/** How lost connections are found. */
export interface LossDetection {
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
