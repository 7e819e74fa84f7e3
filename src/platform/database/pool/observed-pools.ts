import type { Pool } from 'pg';
import type { Log } from '#platform/log.ts';
import type { Tracing } from '#platform/tracing/tracing.ts';
import { traceStatements } from './trace-statements.ts';

/** The connections of a pool at one moment, and the statements that wait for one. */
export interface PoolCounts {
  readonly open: number;
  readonly idle: number;
  readonly waiting: number;
}

/** The pools of a process by name, for metrics, traces and the log. */
export class ObservedPools {
  readonly log: Log;
  readonly tracing: Tracing;
  readonly #pools = new Map<string, Pool>();

  constructor({ log, tracing }: { readonly log: Log; readonly tracing: Tracing }) {
    this.log = log;
    this.tracing = tracing;
  }

  /** Adds a pool that is set up. */
  add(name: string, pool: Pool): void {
    this.#pools.set(name, pool);
    traceStatements(pool, this.tracing);
  }

  /** The counts of each pool. */
  counts(): ReadonlyMap<string, PoolCounts> {
    return new Map(
      [...this.#pools].map(([name, { totalCount, idleCount, waitingCount }]) => [
        name,
        { open: totalCount, idle: idleCount, waiting: waitingCount },
      ]),
    );
  }
}
