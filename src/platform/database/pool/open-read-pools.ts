import type { DatabaseClient } from '../database-client.ts';
import { customPlans } from '../planner-settings.ts';
import { createRowStreams, type RowStreams } from '../row-streams.ts';
import { endsWithClient } from './ends-with-client.ts';
import type { ObservedPools } from './observed-pools.ts';
import { maxIdleSeconds, openPool, settingsOf, type Access } from './open-pool.ts';

/** How many connections the pools of a process open at most, how they reach the server, and how long statements take and wait. */
export interface PoolSettings {
  readonly access: Access;
  /** The connections of the graph. */
  readonly size: number;
  /** The connections of queries over records. */
  readonly exploreSize: number;
  /** The connections of exports. */
  readonly exportSize: number;
  /** How long a statement waits for a free connection. */
  readonly waitSeconds: number;
  /** The time limit of a statement, and that of a query over records. */
  readonly statementSeconds: number;
  readonly exploreSeconds: number;
}

/** The pools of one server for queries over records and for exports. They only read. */
export interface ReadPools extends RowStreams {
  readonly exploreDb: DatabaseClient;
  close(): Promise<void>;
}

const settings = { ...customPlans, default_transaction_read_only: 'on' };

/** Creates the database client of a pool. */
type CreateClient = (pool: ReturnType<typeof openPool>) => DatabaseClient;

/** How the pools of a server are opened. */
interface ReadPoolOptions {
  readonly url: string;
  readonly pools: PoolSettings;
  /** Precedes the names of the pools. */
  readonly prefix?: string;
  readonly observed: ObservedPools;
}

/** Opens the pools of a server for costly reads, so that these do not take the connections of other statements. */
export function openReadPools(
  { url, pools, prefix = '', observed }: ReadPoolOptions,
  createClient: CreateClient,
): ReadPools {
  const { access, exploreSeconds, exploreSize, exportSize } = pools;
  const waitSeconds = Math.min(pools.waitSeconds, exploreSeconds);
  const costly = { url, access, settings, statementSeconds: exploreSeconds };
  const explore = openPool({ ...costly, name: `${prefix}explore`, size: exploreSize, waitSeconds }, observed);
  // While the client of an export pauses, its connection has no traffic and must not be taken for a dead one.
  const silenceSeconds = Math.max(exploreSeconds, maxIdleSeconds);
  const streaming = { ...costly, silenceSeconds, settings: { ...settings, ...endsWithClient(2 * silenceSeconds) } };
  const exports = openPool(
    { ...streaming, name: `${prefix}exports`, size: exportSize, waitSeconds: pools.waitSeconds },
    observed,
  );
  return {
    exploreDb: createClient(explore),
    ...createRowStreams(exports, {
      timeoutMs: exploreSeconds * 1_000,
      waitMs: pools.waitSeconds * 1_000,
      tracing: observed.tracing,
      settings: access.throughPooler ? settingsOf(streaming) : {},
    }),
    close: async () => {
      await Promise.all([explore.end(), exports.end()]);
    },
  };
}
