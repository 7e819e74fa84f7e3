import type { FastifyInstance } from 'fastify';

/** How often connections without a request are looked for while the server closes, in milliseconds. */
const pause = 50;

/**
 * Lets a closing server end with its last answer. Fastify closes the connections that are idle when the closing begins; those
 * that become idle later would be kept alive for more than a minute.
 */
export function drainConnections(http: FastifyInstance): void {
  let closing: NodeJS.Timeout | undefined;
  http.addHook('preClose', async () => {
    closing = setInterval(() => {
      http.server.closeIdleConnections();
    }, pause).unref();
  });
  http.addHook('onClose', async () => {
    clearInterval(closing);
  });
  http.addHook('onSend', async (_request, reply) => {
    if (closing) reply.header('connection', 'close');
  });
}
