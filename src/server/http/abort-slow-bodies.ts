import type { FastifyInstance } from 'fastify';

/** The minimum transfer rate of a body, over a time long enough to survive a network interruption. */
export interface MinBodyRate {
  readonly bytes: number;
  readonly perMs: number;
}

/**
 * Closes connections with status 408 when a body arrives more slowly than the minimum rate. Only time in which the server waits for
 * the body counts.
 */
export function abortSlowBodies(http: FastifyInstance, { bytes, perMs }: MinBodyRate): void {
  http.addHook('onRequest', ({ raw }, _reply, done) => {
    done();
    if (raw.headers['content-length'] === undefined && raw.headers['transfer-encoding'] === undefined) return;
    let read = raw.socket.bytesRead;
    const timer = setInterval(() => {
      const isAwaited = raw.readableFlowing === true && !raw.complete;
      const arrived = raw.socket.bytesRead - read;
      read = raw.socket.bytesRead;
      if (isAwaited && arrived < bytes) http.server.emit('clientError', createTimeoutError(), raw.socket);
    }, perMs).unref();
    raw.once('close', () => {
      clearInterval(timer);
    });
    raw.once('end', () => {
      clearInterval(timer);
    });
  });
}

/** An error with the code of Node's own request timeout, to which `answerParseError` responds with 408. */
const createTimeoutError = (): Error =>
  Object.assign(new Error('The body arrives too slowly.'), { code: 'ERR_HTTP_REQUEST_TIMEOUT' });
