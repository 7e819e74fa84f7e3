import type { FastifyInstance, FastifyRequest } from 'fastify';
import { isUpgrade } from './upgrades.ts';
import { fail } from '#kernel/fail.ts';

/** The load beyond which requests are refused. */
export interface LoadLimits {
  /** The maximum number of requests whose response has not started. */
  readonly maxInFlight: number;
  /** How often the delay of the event loop is measured. */
  readonly checkIntervalMs: number;
  readonly maxDelayMs: number;
  /**
   * The number of consecutive delayed checks after which requests are refused. A single delay may come from one long task,
   * not from a lasting load.
   */
  readonly maxDelayedChecks: number;
}

/** The default limits. */
export const loadLimits: LoadLimits = Object.freeze({
  maxInFlight: 1_000,
  checkIntervalMs: 500,
  maxDelayMs: 500,
  maxDelayedChecks: 3,
});

const retryAfterSeconds = 2;

/** The paths of health checks, which are answered under overload as well. */
const healthPaths = new Set(['/livez', '/readyz']);

/**
 * Refuses requests with 503 and Retry-After, before any other work is done for them, while too many requests are in flight, the
 * event loop is delayed repeatedly, or too many bytes wait for clients that do not read them. An event stream is in flight until it starts.
 */
export function shedLoad(
  http: FastifyInstance,
  { maxInFlight, checkIntervalMs, maxDelayMs, maxDelayedChecks }: LoadLimits = loadLimits,
  hasUnread: (request: FastifyRequest) => boolean = () => false,
): void {
  const inFlight = new Set<FastifyRequest>();
  let delayedChecks = 0;
  let due = performance.now() + checkIntervalMs;
  const timer = setInterval(() => {
    const now = performance.now();
    delayedChecks = now - due > maxDelayMs ? delayedChecks + 1 : 0;
    due = now + checkIntervalMs;
  }, checkIntervalMs).unref();
  http.addHook('onClose', async () => {
    clearInterval(timer);
  });
  http.addHook('onRequest', (request, _reply, done) => {
    if (healthPaths.has(request.url)) return done();
    if (delayedChecks >= maxDelayedChecks || inFlight.size >= maxInFlight || hasUnread(request))
      fail('OVERLOADED', { seconds: retryAfterSeconds });
    // The response of a WebSocket has no hook, and lasts as long as its connection.
    if (!isUpgrade(request.raw)) inFlight.add(request);
    done();
  });
  http.addHook('onSend', (request, _reply, _payload, done) => {
    inFlight.delete(request);
    done();
  });
  http.addHook('onResponse', (request, _reply, done) => {
    inFlight.delete(request);
    done();
  });
}
