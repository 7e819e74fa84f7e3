import type { FastifyInstance, FastifyRequest } from 'fastify';
import { fail } from '../../kernel/fail.ts';

/** When the process has too much to do; times in milliseconds. */
export interface LoadLimits {
  /** Requests whose answer has not begun. */
  readonly atWork: number;
  /** How often is looked whether the event loop is on time. */
  readonly lookEvery: number;
  /** By how much a look may be late. */
  readonly lateBy: number;
  /** How many looks in a row are late before requests are refused: one long turn is no lasting load. */
  readonly lateLooks: number;
}

export const loadLimits: LoadLimits = Object.freeze({ atWork: 1_000, lookEvery: 500, lateBy: 500, lateLooks: 3 });

/** In how many seconds it is worth trying again. */
const retryAfter = 2;

/** Addresses that tell how the process is: they are answered while it is overloaded. */
const health = new Set(['/livez', '/readyz']);

/**
 * Refuses requests with 503 and Retry-After, before anything else is done for them, while the process has too many at work or its
 * event loop is late again and again. An event stream is at work until it begins.
 */
export function shedLoad(
  http: FastifyInstance,
  { atWork: most, lookEvery, lateBy, lateLooks }: LoadLimits = loadLimits,
): void {
  const atWork = new Set<FastifyRequest>();
  let late = 0;
  let due = performance.now() + lookEvery;
  const clock = setInterval(() => {
    const now = performance.now();
    late = now - due > lateBy ? late + 1 : 0;
    due = now + lookEvery;
  }, lookEvery).unref();
  http.addHook('onClose', async () => {
    clearInterval(clock);
  });
  http.addHook('onRequest', async (request) => {
    if (health.has(request.url)) return;
    if (late >= lateLooks || atWork.size >= most) fail('OVERLOADED', { seconds: retryAfter });
    atWork.add(request);
  });
  http.addHook('onSend', async (request) => {
    atWork.delete(request);
  });
  http.addHook('onResponse', async (request) => {
    atWork.delete(request);
  });
}
