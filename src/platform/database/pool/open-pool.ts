import { Pool, types, type PoolConfig } from 'pg';
import { parseJson } from '../../../kernel/json.ts';
import { dropLostConnections } from './drop-lost-connections.ts';
import { limitResultSize } from './limit-result-size.ts';
import type { ObservedPools } from './observed-pools.ts';
import { prepareStatements } from './prepare-statements.ts';
import { releaseLostClients } from './release-lost-clients.ts';

/** How long a transaction may be idle, and how long the client of an export may accept no bytes. */
export const maxIdleSeconds = 120;

/** How long after the server's statement timeout a connection without traffic is closed. */
const graceSeconds = 2;

/** A pool in addition to the pool of the ORM. */
export interface PoolOptions {
  /** The name in metrics. */
  readonly name: string;
  readonly url: string;
  /** The settings of its sessions, as options of the server: `-c name=value`. */
  readonly settings: string;
  readonly size: number;
  /** The time limit of a statement. */
  readonly statementSeconds: number;
  /** How long a connection may have no traffic. Default: a moment more than a statement may take. */
  readonly silenceSeconds?: number;
  /** How long a statement waits for a free connection. */
  readonly waitSeconds: number;
}

/** The options of every connection. */
export const connectionOptions = ({
  url,
  settings,
  statementSeconds,
}: Omit<PoolOptions, 'name' | 'size' | 'waitSeconds'>) => ({
  connectionString: url,
  options: `${settings} -c statement_timeout=${statementSeconds * 1_000} -c idle_in_transaction_session_timeout=${maxIdleSeconds * 1_000}`,
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

/** Opens a pool. Its connections are opened on first use. */
export function openPool(options: PoolOptions, observed: ObservedPools): Pool {
  const config: PoolConfig = {
    ...connectionOptions(options),
    max: options.size,
    connectionTimeoutMillis: options.waitSeconds * 1_000,
  };
  const pool = new Pool(config);
  // When an idle connection is lost, the next statement opens a new one.
  pool.on('error', (error) => {
    observed.log.debug({ reason: error.message }, 'An idle connection to the database was lost.');
  });
  setUpPool(pool, options.silenceSeconds ?? options.statementSeconds);
  observed.add(options.name, pool);
  return pool;
}

/** Sets up a pool: the handling of lost connections, the limit of results, exact JSON numbers and prepared statements. */
export function setUpPool(pool: Pool, silenceSeconds: number): void {
  dropLostConnections(pool, (silenceSeconds + graceSeconds) * 1_000);
  releaseLostClients(pool);
  limitResultSize(pool);
  parseExactJson(pool);
  prepareStatements(pool);
}

/** Parses JSON of the database without rounding: large integers keep their digits, so that a value read is written back unchanged. */
function parseExactJson(pool: Pool): void {
  pool.on('connect', (client) => {
    for (const type of [types.builtins.JSON, types.builtins.JSONB]) client.setTypeParser(type, 'text', parseJson);
  });
}
