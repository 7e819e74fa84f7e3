import type { FastifyInstance } from 'fastify';

/** How often a closing server closes its idle connections. */
const intervalMs = 50;

/**
 * Lets a closing server end with its last response. Fastify closes only the connections that are idle when closing starts; those
 * that become idle later would stay open for more than a minute.
 */
export function drainConnections(http: FastifyInstance): void {
  let closing: NodeJS.Timeout | undefined;
  http.addHook('preClose', async () => {
    closing = setInterval(() => {
      http.server.closeIdleConnections();
    }, intervalMs).unref();
  });
  http.addHook('onClose', async () => {
    clearInterval(closing);
  });
  http.addHook('onSend', (_request, reply, _payload, done) => {
    if (closing) reply.header('connection', 'close');
    done();
  });
}
