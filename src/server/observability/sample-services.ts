import { statfs } from 'node:fs/promises';
import type { Services } from '#api/context.ts';
import type { Planner } from '#api/planning/planner.ts';
import { cacheFor } from '#kernel/cache-for.ts';
import type { Sample } from '#platform/metrics.ts';

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
      [...poolCounts()].flatMap(([pool, { open, idle }]): Sample[] => [
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
export interface GatewayParts {
  readonly planner: Pick<Planner, 'cacheCounts'>;
  /** The open subscriptions, by mode. */
  readonly openStreams: () => number;
}

/** Samples a gateway: the caches of plans and the open subscriptions. */
export function sampleGateway({ metrics }: Pick<Services, 'metrics'>, { planner, openStreams }: GatewayParts): void {
  const caches = (samplesOf: (cache: string, counts: ReturnType<Planner['cacheCounts']>['query']) => Sample[]) =>
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
