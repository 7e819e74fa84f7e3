import type { Transform } from 'node:stream';
import { CatalogError } from '#kernel/fail.ts';

/** How a body must progress while its reader waits for it. */
export interface ProgressRules {
  /** The server that sends the body, as messages name it. */
  readonly host: string;
  /** The time after which a body fails that sends nothing, in milliseconds. */
  readonly idleTimeout: number;
  /** Returns the number of bytes received so far. */
  readonly receivedBytes: () => number;
}

const maxIntervalMs = 1_000;

/**
 * Fails a body that stops while its reader waits. Time is counted in intervals in which the reader has taken everything that arrived, so
 * neither a slow reader nor a blocked event loop counts against the server.
 */
export function watchProgress(body: Transform, { host, idleTimeout, receivedBytes }: ProgressRules): void {
  const intervalMs = Math.min(maxIntervalMs, idleTimeout / 4);
  let bytes = 0;
  let idleMs = 0;
  const timer = setInterval(() => {
    const isWaiting = body.readableLength === 0 && body.writableLength === 0 && !body.writableEnded;
    if (!isWaiting) return;
    idleMs = receivedBytes() === bytes ? idleMs + intervalMs : 0;
    bytes = receivedBytes();
    if (idleMs >= idleTimeout)
      body.destroy(new CatalogError('SOURCE_FAILED', { reason: `${host} stopped sending before the end.` }));
  }, intervalMs).unref();
  body.once('close', () => clearInterval(timer));
}
