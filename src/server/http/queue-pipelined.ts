import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { CatalogError, fail } from '#kernel/fail.ts';

/** How many requests of one connection may wait. */
export const maxPipelined = 100;

/** The state of the requests of a connection. */
interface Pipeline {
  isBusy: boolean;
  /** Functions that resume the waiting requests, in order of arrival. */
  readonly waiting: (() => void)[];
}

/**
 * Processes the requests of a connection one after another. A client may send many requests without waiting for responses (HTTP/1.1
 * pipelining); responses keep the order anyway, and concurrent processing would delay other connections.
 */
export function queuePipelined(http: FastifyInstance, maxWaiting = maxPipelined): void {
  const pipelines = new WeakMap<Socket, Pipeline>();

  function pipelineOf(socket: Socket): Pipeline {
    const existing = pipelines.get(socket);
    if (existing) return existing;
    const pipeline: Pipeline = { isBusy: false, waiting: [] };
    pipelines.set(socket, pipeline);
    socket.once('close', () => {
      for (const resume of pipeline.waiting.splice(0)) resume();
    });
    return pipeline;
  }

  http.addHook('onRequest', ({ raw: { socket, httpVersionMajor } }, reply, done) => {
    // HTTP/2 responds to requests in any order.
    if (httpVersionMajor !== 1) return done();
    const pipeline = pipelineOf(socket);
    if (pipeline.waiting.length >= maxWaiting) {
      reply.header('connection', 'close');
      fail('OVERLOADED', { seconds: 1 });
    }
    reply.raw.once('close', () => {
      const next = pipeline.waiting.shift();
      if (next) next();
      else pipeline.isBusy = false;
    });
    const begin = () => {
      pipeline.isBusy = true;
      // A destroyed socket means that the client has disconnected.
      done(socket.destroyed ? new CatalogError('OVERLOADED', { seconds: 1 }) : undefined);
    };
    if (pipeline.isBusy) pipeline.waiting.push(begin);
    else begin();
  });
}
