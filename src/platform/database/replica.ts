import type { Pool, PoolClient } from 'pg';
import { CatalogError } from '#kernel/fail.ts';
import { type DatabaseClient, firstRow } from './database-client.ts';
import { genericPlans } from './session-settings.ts';
import { type ObservedPools, openPool, openReadPools, type PoolSettings } from './open-pool.ts';
import { createPoolClient } from './pool-client.ts';
import type { RowStreams } from './row-streams.ts';
import { setTimeout as wait } from 'node:timers/promises';
import { sql } from '#kernel/sql.ts';

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
interface ReplicaOptions {
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
    return createPoolClient(pool, pools.access.schema);
  };
  const main = openPool(
    { ...open, name: 'replica_graph', size: pools.size, statementSeconds: pools.statementSeconds },
    observed,
  );
  const costly = openReadPools({ url, pools, prefix: 'replica_', observed }, clientOf);
  let isLogged = false;
  const status = new ReplicationStatus({
    primary,
    replica: createPoolClient(checks, pools.access.schema),
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

/** A position of the write-ahead log, as a number of bytes. */
export type LogPosition = bigint;

const pageBytes = 8_192n;

/** The size of the longest header of a page of the log. */
const headerBytes = 40n;

/** Parses a position as PostgreSQL writes it, `16/B374D848`; undefined for any other text. */
export function parseLogPosition(text: string | null | undefined): LogPosition | undefined {
  const [, high, low] = /^([0-9A-F]{1,8})\/([0-9A-F]{1,8})$/i.exec(text ?? '') ?? [];
  return high === undefined || low === undefined ? undefined : (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`);
}

/**
 * Whether a server that has replayed the log up to a position has everything before another one. The primary reports a position at the start
 * of a page as the one behind the page's header, the replica as the start of the page.
 */
const isReplayed = (replayed: LogPosition, position: LogPosition): boolean =>
  position <= replayed || (replayed % pageBytes === 0n && position - replayed <= headerBytes);

/** The interval between two checks, while there are reads. */
const checkMs = 250;

/** How often a measurement of the lag waits for the replica to catch up. */
const maxLagWaits = 4;

/** The interval between two checks of a replica that does not respond. */
const retryMs = 1_000;

/** The cluster of a server, and its position in the log: where the primary writes, and up to where a replica has replayed. */
interface ServerState {
  readonly cluster: string;
  /** Undefined where the server is not in its role. */
  readonly position: LogPosition | undefined;
}

/** How the state of a replica is followed. */
interface ReplicationStatusOptions {
  readonly primary: DatabaseClient;
  readonly replica: DatabaseClient;
  /** The age of its data beyond which the replica is not used. */
  readonly maxLagMs: number;
  /** Called when a check finds that the replica cannot be used, with the reason. */
  readonly onFailure: (reason: string) => void;
}

/**
 * Follows how far a replica has replayed the log. It is checked when it is asked for, at most four times a second, and no caller waits for a
 * check; so a process without reads costs neither server anything.
 *
 * The lag is measured without the clocks of the servers: the data of the replica are as old as the newest check whose position of
 * the primary the replica has replayed.
 */
export class ReplicationStatus {
  readonly #options: ReplicationStatusOptions;
  #replayed: LogPosition = 0n;
  #freshAt = -Infinity;
  #nextCheck = -Infinity;
  /** The positions of the primary that the replica had not replayed when it was last checked, oldest first. */
  #waiting: { readonly at: number; readonly position: LogPosition }[] = [];

  constructor(options: ReplicationStatusOptions) {
    this.#options = options;
  }

  /** Whether the replica can be used now and has replayed the log up to the position. */
  hasReplayed(position: LogPosition | undefined): boolean {
    const now = performance.now();
    if (now >= this.#nextCheck) void this.check();
    return (
      now - this.#freshAt <= this.#options.maxLagMs && (position === undefined || isReplayed(this.#replayed, position))
    );
  }

  /**
   * How old the data of the replica are, in seconds; Infinity where it cannot be used. Checks until the replica has replayed what the primary
   * had written when it was asked, at most a second long.
   */
  async lagSeconds(): Promise<number> {
    const asked = performance.now();
    await this.check();
    for (let waits = 0; waits < maxLagWaits && this.#freshAt < asked; waits++) {
      await wait(checkMs);
      await this.check();
    }
    return (performance.now() - this.#freshAt) / 1_000;
  }

  /** Does not use the replica until a check finds that it responds. */
  suspect(): void {
    this.#freshAt = -Infinity;
  }

  /**
   * Checks both servers. A primary that does not respond says nothing about the replica, which then serves reads until its data may be older
   * than the maximum: to send them all to a primary that is overloaded would make it slower.
   */
  async check(): Promise<void> {
    this.#nextCheck = Infinity;
    const at = performance.now();
    try {
      const [primary, replica] = await Promise.all([this.#readPrimary().catch(() => undefined), this.#readReplica()]);
      if (primary && primary.cluster !== replica.cluster) throw new Error('It is not a replica of this database.');
      if (replica.position === undefined || (primary && primary.position === undefined))
        throw new Error('A server is not in its role: the replica must replay the log of the primary.');
      if (primary?.position !== undefined) this.#add(at, primary.position, replica.position);
      this.#nextCheck = performance.now() + (primary ? checkMs : retryMs);
    } catch (error) {
      this.suspect();
      this.#nextCheck = performance.now() + retryMs;
      this.#options.onFailure(error instanceof Error ? error.message : String(error));
    }
  }

  #add(at: number, written: LogPosition, replayed: LogPosition): void {
    this.#replayed = replayed;
    this.#waiting.push({ at, position: written });
    const left = this.#waiting.findIndex(({ position }) => !isReplayed(replayed, position));
    const done = this.#waiting.splice(0, left < 0 ? this.#waiting.length : left);
    this.#freshAt = done.at(-1)?.at ?? this.#freshAt;
    // Older positions than the maximum lag decide nothing any more.
    this.#waiting = this.#waiting.filter((each) => at - each.at <= this.#options.maxLagMs);
  }

  async #readPrimary(): Promise<ServerState> {
    return stateOf(this.#options.primary, sql`case when not pg_is_in_recovery() then pg_current_wal_insert_lsn() end`);
  }

  async #readReplica(): Promise<ServerState> {
    return stateOf(this.#options.replica, sql`case when pg_is_in_recovery() then pg_last_wal_replay_lsn() end`);
  }
}

async function stateOf(server: DatabaseClient, position: ReturnType<typeof sql>): Promise<ServerState> {
  const row = await firstRow<{ cluster: string; position: string | null }>(
    server,
    sql`select (select system_identifier::text from pg_control_system()) as cluster, (${position})::text as position`,
  );
  if (!row) throw new Error('The server returned no state.');
  return { cluster: row.cluster, position: parseLogPosition(row.position) };
}
