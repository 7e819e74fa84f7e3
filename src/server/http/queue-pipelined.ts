import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { fail } from '../../kernel/fail.ts';

/** How many requests of one connection may wait for those before them. */
export const maxPipelined = 100;

/** The requests of a connection. */
interface Line {
  isBusy: boolean;
  /** What lets those go on that wait for the one at work. */
  readonly waiting: (() => void)[];
}

/**
 * Answers the requests of one connection one after the other. A client may send many without waiting for answers (HTTP/1.1
 * pipelining); the answers come in the same order anyway, and working on all at once would keep other connections waiting.
 */
export function queuePipelined(http: FastifyInstance, most = maxPipelined): void {
  const lines = new WeakMap<Socket, Line>();

  function lineOf(socket: Socket): Line {
    const known = lines.get(socket);
    if (known) return known;
    const line: Line = { isBusy: false, waiting: [] };
    lines.set(socket, line);
    socket.once('close', () => {
      for (const goOn of line.waiting.splice(0)) goOn();
    });
    return line;
  }

  http.addHook('onRequest', async ({ raw: { socket, httpVersionMajor } }, reply) => {
    // the streams of a connection of HTTP/2 are answered in any order
    if (httpVersionMajor !== 1) return;
    const line = lineOf(socket);
    if (line.waiting.length >= most) {
      reply.header('connection', 'close');
      fail('OVERLOADED', { seconds: 1 });
    }
    reply.raw.once('close', () => {
      const next = line.waiting.shift();
      if (next) next();
      else line.isBusy = false;
    });
    if (line.isBusy)
      await new Promise<void>((resolve) => {
        line.waiting.push(resolve);
      });
    line.isBusy = true;
    // nobody waits for the answer any more
    if (socket.destroyed) fail('OVERLOADED', { seconds: 1 });
  });
}
