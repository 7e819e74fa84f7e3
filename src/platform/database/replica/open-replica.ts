import type { Pool, PoolClient } from 'pg';
import { CatalogError } from '#kernel/fail.ts';
import type { DatabaseClient } from '../database-client.ts';
import { genericPlans } from '../planner-settings.ts';
import { type ObservedPools, openPool, openReadPools, type PoolSettings } from '../pool/open-pool.ts';
import { createPoolClient } from '../pool/pool-client.ts';
import type { RowStreams } from '../row-streams.ts';
import type { LogPosition } from './log-position.ts';
import { ReplicationStatus } from './replication-status.ts';

/** A replica of the database, which serves reads. */
export interface Replica extends RowStreams {
  readonly db: DatabaseClient;
  readonly exploreDb: DatabaseClient;
  /** How old its data may be, in seconds. For as long the position of a write is remembered. */
  readonly maxLagSeconds: number;
  /** Whether the replica can be used now and has replayed the log up to the position. */
  hasReplayed(position: LogPosition | undefined): boolean;
  /** How old its data are, in seconds; Infinity where it cannot be used. Takes up to a second while it lags. */
  lagSeconds(): Promise<number>;
  /** Does not use the replica, after a failure, until a check finds that it responds. */
  suspect(): void;
  close(): Promise<void>;
}

/** How a replica is opened. */
export interface ReplicaOptions {
  readonly url: string;
  readonly maxLagSeconds: number;
  readonly pools: PoolSettings;
  readonly primary: DatabaseClient;
  readonly observed: ObservedPools;
}

/** How long a check of the replica may take, and how long a read waits for a connection before the primary serves it. */
const checkSeconds = 2;

/** Opens the pools of a replica. Its first check begins with the first read. */
export function openReplica({ url, maxLagSeconds, pools, primary, observed }: ReplicaOptions): Replica {
  const { log } = observed;
  const open = { url, access: pools.access, settings: genericPlans, waitSeconds: checkSeconds };
  const checks = openPool({ ...open, name: 'replica_reserve', size: 3, statementSeconds: checkSeconds }, observed);
  const connections = new Set<PoolClient>();
  const clientOf = (pool: Pool): DatabaseClient => {
    pool.on('connect', (client) => {
      connections.add(client);
      client.once('end', () => connections.delete(client));
    });
    return createPoolClient(pool);
  };
  const main = openPool(
    { ...open, name: 'replica_graph', size: pools.size, statementSeconds: pools.statementSeconds },
    observed,
  );
  const costly = openReadPools({ url, pools, prefix: 'replica_', observed }, clientOf);
  let isLogged = false;
  const status = new ReplicationStatus({
    primary,
    replica: createPoolClient(checks),
    maxLagMs: maxLagSeconds * 1_000,
    onFailure: (reason) => {
      if (!isLogged) log.warn({ reason }, 'The replica cannot be used. The primary serves all reads until it can.');
      isLogged = true;
      // The reads that run there fail at once, and run again on the primary.
      for (const { connection } of connections) connection.stream.destroy(new CatalogError('UNAVAILABLE'));
    },
  });
  return {
    ...costly,
    db: clientOf(main),
    maxLagSeconds,
    hasReplayed: (position) => {
      const isUsable = status.hasReplayed(position);
      if (isUsable && isLogged) log.info('The replica serves reads again.');
      if (isUsable) isLogged = false;
      return isUsable;
    },
    lagSeconds: () => status.lagSeconds(),
    suspect: () => {
      status.suspect();
    },
    close: async () => {
      await Promise.all([checks.end(), main.end(), costly.close()]);
    },
  };
}
