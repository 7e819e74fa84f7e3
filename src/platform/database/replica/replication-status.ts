import { setTimeout as wait } from 'node:timers/promises';
import { sql } from '#kernel/sql.ts';
import { firstRow, type DatabaseClient } from '../database-client.ts';
import { isReplayed, parseLogPosition, type LogPosition } from './log-position.ts';

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
 * Follows how far a replica has replayed the log. It is checked when it is asked for, at most four times a second, and nobody waits for a
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
