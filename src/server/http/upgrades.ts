import type { IncomingMessage } from 'node:http';
import type { FastifyInstance } from 'fastify';

/** The path of subscriptions, the only one where a connection may become a WebSocket. */
export const streamPath = '/graphql/stream';

/** Whether a request asks for a WebSocket. Elsewhere, and for other protocols (some clients offer h2c with every request), it is answered as if it did not. */
export const isUpgrade = ({ headers: { upgrade }, method, url = '' }: IncomingMessage): boolean =>
  upgrade?.toLowerCase() === 'websocket' && method === 'GET' && /^\/graphql\/stream\/?(?:\?|$)/.test(url);

/** Closes the connection of a request for a WebSocket that was refused: nothing reads from it any more. */
export function closeRefusedUpgrades(http: FastifyInstance): void {
  http.addHook('onResponse', ({ raw }, _reply, done) => {
    if (isUpgrade(raw)) raw.socket.destroySoon();
    done();
  });
}
