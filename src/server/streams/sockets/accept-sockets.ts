import websocket from '@fastify/websocket';
import type { FastifyInstance } from 'fastify';
import { handleProtocols } from 'graphql-ws';
import type { Config } from '#platform/config.ts';
import { switchingProtocols } from '#server/http/observe-requests.ts';
import { requireOrigin } from './caller-of-connection.ts';

/** Lets the routes of a scope accept WebSockets of pages that may call the service. A message is no larger than a body. */
export async function acceptSockets(
  http: FastifyInstance,
  config: Pick<Config, 'corsOrigins' | 'publicUrl'>,
): Promise<void> {
  await http.register(websocket, {
    options: { maxPayload: http.initialConfig.bodyLimit, handleProtocols, perMessageDeflate: false },
    errorHandler: (_error, socket) => {
      socket.terminate();
    },
    // The streams close their connections.
    preClose: (done) => {
      done();
    },
  });
  http.addHook('onRequest', (request, reply, done) => {
    if (!request.ws) return done();
    requireOrigin(request, config);
    // For the log; the library writes the response.
    reply.code(switchingProtocols);
    done();
  });
}
