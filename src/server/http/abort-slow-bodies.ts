import type { FastifyInstance } from 'fastify';

/** The least that must arrive of a body: so many bytes in so many milliseconds; long enough that a network's hiccup does not matter. */
export interface MinBodyRate {
  readonly bytes: number;
  readonly perMs: number;
}

/**
 * Ends connections whose body trickles in more slowly than the pace, with status 408. Only time in which the server wants to
 * read counts: while it works or writes, the client waits for good reason.
 */
export function abortSlowBodies(http: FastifyInstance, { bytes, perMs: within }: MinBodyRate): void {
  http.addHook('onRequest', async ({ raw }) => {
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
    let read = raw.socket.bytesRead;
    const clock = setInterval(() => {
      const isAwaited = raw.readableFlowing === true && !raw.complete;
      const arrived = raw.socket.bytesRead - read;
      read = raw.socket.bytesRead;
      if (isAwaited && arrived < bytes) http.server.emit('clientError', tooSlow(), raw.socket);
    }, within).unref();
    raw.once('close', () => {
      clearInterval(clock);
    });
    raw.once('end', () => {
      clearInterval(clock);
    });
  });
}

/** What Node itself reports of a request that takes too long; Fastify answers 408 to it. */
const tooSlow = (): Error =>
  Object.assign(new Error('The body arrives too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
