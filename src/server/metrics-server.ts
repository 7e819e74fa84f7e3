import { once } from 'node:events';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Config } from '#platform/config.ts';
import type { Metrics, MetricSample } from '#platform/telemetry.ts';
import { hostInUrl, listenFailure } from './process/listen.ts';
import type { Health } from './health.ts';
import { statfs } from 'node:fs/promises';
import type { Services } from '#api/context.ts';
import type { Planner } from '#api/planning/planner.ts';
import { cacheFor } from '#kernel/concurrency.ts';

/** What the server of metrics answers with. */
interface MetricsSources {
  readonly config: Pick<Config, 'metrics'>;
  readonly metrics: Metrics;
  readonly checkHealth: () => Promise<Health>;
}

/** The open server of metrics. */
interface MetricsServer {
  /** The address of `/metrics`. */
  readonly url: string;
  readonly close: () => Promise<void>;
}

/** An answer of the server. */
interface Answer {
  readonly status: number;
  readonly contentType: string;
  readonly text: string;
}

/**
 * Opens the server of `/metrics`, `/livez` and `/readyz`, where METRICS_PORT is set. It has a port of its own, because metrics are not for
 * callers of the service, and because workers have no other. Fails with a SetupError when the port cannot be opened.
 */
export async function openMetricsServer({
  config: { metrics: address },
  metrics,
  checkHealth,
}: MetricsSources): Promise<MetricsServer | undefined> {
  if (!address) return undefined;
  metrics.sample({
    name: 'catalograph_ready',
    help: 'Whether each check of /readyz passes: 1 or 0.',
    labels: ['check'],
    read: async () =>
      Object.entries((await checkHealth()).checks).map(([check, isMet]) => ({
        labels: { check },
        value: isMet ? 1 : 0,
      })),
  });
  const answers: Readonly<Record<string, () => Promise<Answer>>> = {
    '/metrics': async () => ({ status: 200, ...(await metrics.read()) }),
    '/livez': async () => json(200, { status: 'ok' }),
    '/readyz': async () => {
      const health = await checkHealth();
      return json(health.status === 'ok' ? 200 : 503, health);
    },
  };
  // The module is loaded here, because workers do not need it otherwise.
  const { createServer } = await import('node:http');
  const server = createServer({ headersTimeout: 5_000, requestTimeout: 5_000 }, (request, response) => {
    void respond(answers, request, response);
  });
  await once(server.listen(address.port, address.host), 'listening').catch((error: unknown) => {
    throw listenFailure(error, address, { port: 'METRICS_PORT', host: 'METRICS_HOST' });
  });
  const bound = server.address();
  const port = typeof bound === 'object' && bound ? bound.port : address.port;
  return {
    url: `http://${hostInUrl(address.host)}:${port}/metrics`,
    close: async () => {
      server.closeAllConnections();
      await server[Symbol.asyncDispose]();
    },
  };
}

async function respond(
  answers: Readonly<Record<string, () => Promise<Answer>>>,
  { method = '', url = '' }: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const answer = answers[url.split('?', 1)[0] ?? ''];
  if (!answer) return end(response, json(404, { status: 'Only /metrics, /livez and /readyz are here.' }));
  if (method !== 'GET' && method !== 'HEAD') {
    response.setHeader('allow', 'GET, HEAD');
    return end(response, json(405, { status: 'Only GET is allowed here.' }));
  }
  try {
    end(response, await answer());
  } catch {
    end(response, json(500, { status: 'The answer could not be written.' }));
  }
}

const end = (response: ServerResponse, { status, contentType, text }: Answer): void => {
  response.writeHead(status, { 'content-type': contentType, 'cache-control': 'no-store' }).end(text);
};

const json = (status: number, body: object): Answer => ({
  status,
  contentType: 'application/json; charset=utf-8',
  text: JSON.stringify(body),
});

/** How long the state of the disk is cached: two metrics of a scrape show the same moment. */
const diskCacheMs = 1_000;

/** Samples the services of a process: the connections of the database, its replica, the jobs that wait, and the disk. */
export function sampleServices(services: Services): void {
  const { metrics, poolCounts, statementGate, jobs, exportSlots, replica, config } = services;
  metrics.sample({
    name: 'catalograph_database_connections',
    help: 'Connections to the database, by pool and state, which is `active` or `idle`.',
    labels: ['pool', 'state'],
    read: () =>
      [...poolCounts()].flatMap(([pool, { open, idle }]): MetricSample[] => [
        { labels: { pool, state: 'active' }, value: open - idle },
        { labels: { pool, state: 'idle' }, value: idle },
      ]),
  });
  metrics.sample({
    name: 'catalograph_database_waiting',
    help: 'Statements and transactions that wait for a connection of the pool.',
    labels: ['pool'],
    read: () => {
      const { db, exploreDb, exports } = statementGate.waitingCounts();
      const atGate = new Map([
        ['graph', db],
        ['explore', exploreDb],
        ['exports', exports],
      ]);
      return [...poolCounts()].map(([pool, { waiting }]) => ({
        labels: { pool },
        value: waiting + (atGate.get(pool) ?? 0),
      }));
    },
  });
  const queues = async (valueOf: (queue: Awaited<ReturnType<typeof jobs.backlog>>[number]) => number) =>
    (await jobs.backlog()).map((queue) => ({ labels: { queue: queue.name }, value: valueOf(queue) }));
  metrics.sample({
    name: 'catalograph_queue_waiting_jobs',
    help: 'Jobs that are due and wait for a worker, in the database: the same for every process.',
    labels: ['queue'],
    read: () => queues(({ waiting }) => waiting),
  });
  metrics.sample({
    name: 'catalograph_queue_oldest_job_age_seconds',
    help: 'How long the job that has waited longest is due; 0 where none waits. The same for every process.',
    labels: ['queue'],
    read: () => queues(({ oldestSeconds }) => oldestSeconds),
  });
  metrics.sample({
    name: 'catalograph_queue_active_jobs',
    help: 'Jobs that workers run. The same for every process.',
    labels: ['queue'],
    read: () => queues(({ active }) => active),
  });
  metrics.sample({
    name: 'catalograph_exports_running',
    help: 'Exports that this process sends.',
    read: () => [{ value: exportSlots.takenCount() }],
  });
  metrics.sample({
    name: 'catalograph_replica_lag_seconds',
    help: 'How old the data of the replica are; infinite while it cannot be used.',
    read: async () => (replica ? [{ value: await replica.lagSeconds() }] : []),
  });
  const disk = cacheFor(diskCacheMs, () => statfs(config.dataDir));
  metrics.sample({
    name: 'catalograph_data_dir_free_bytes',
    help: 'The bytes that are free on the disk of DATA_DIR.',
    read: async () => disk().then(({ bavail, bsize }) => [{ value: bavail * bsize }]),
  });
  metrics.sample({
    name: 'catalograph_data_dir_size_bytes',
    help: 'The size of the disk of DATA_DIR, in bytes.',
    read: async () => disk().then(({ blocks, bsize }) => [{ value: blocks * bsize }]),
  });
}

/** What only a gateway has. */
interface GatewayParts {
  readonly planner: Pick<Planner, 'cacheCounts'>;
  /** The open subscriptions, by mode. */
  readonly openStreams: () => number;
}

/** Samples a gateway: the caches of plans and the open subscriptions. */
export function sampleGateway({ metrics }: Pick<Services, 'metrics'>, { planner, openStreams }: GatewayParts): void {
  const caches = (samplesOf: (cache: string, counts: ReturnType<Planner['cacheCounts']>['query']) => MetricSample[]) =>
    Object.entries(planner.cacheCounts()).flatMap(([cache, counts]) => samplesOf(cache, counts));
  metrics.sample({
    name: 'catalograph_plan_cache_lookups_total',
    help: 'Plans that the cache had (`hit`) or that were compiled (`miss`), by cache: those of queries, and of the payloads of mutations.',
    type: 'counter',
    labels: ['cache', 'result'],
    read: () =>
      caches((cache, { hits, misses }) => [
        { labels: { cache, result: 'hit' }, value: hits },
        { labels: { cache, result: 'miss' }, value: misses },
      ]),
  });
  metrics.sample({
    name: 'catalograph_plan_cache_plans',
    help: 'Plans in the cache.',
    labels: ['cache'],
    read: () => caches((cache, { plans }) => [{ labels: { cache }, value: plans }]),
  });
  metrics.sample({
    name: 'catalograph_plan_cache_bytes',
    help: 'An estimate of the memory that the plans take.',
    labels: ['cache'],
    read: () => caches((cache, { bytes }) => [{ labels: { cache }, value: bytes }]),
  });
  metrics.sample({
    name: 'catalograph_subscriptions_open',
    help: 'Subscriptions, and shared streams that carry several of them, that this process has open.',
    read: () => [{ value: openStreams() }],
  });
}
