import { Pool, types, type PoolConfig } from 'pg';
import { parseJson } from '#kernel/json.ts';
import { searchPathOf, useOneSchema } from '../one-schema.ts';
import { dropLostConnections } from './drop-lost-connections.ts';
import { createFindSessionState } from './find-session-state.ts';
import { limitResultSize } from './limit-result-size.ts';
import type { ObservedPools } from './observed-pools.ts';
import { prepareStatements } from './prepare-statements.ts';
import { releaseLostClients } from './release-lost-clients.ts';
import { asOptions, type SessionSettings } from './session-settings.ts';
import { setPerTransaction } from './set-per-transaction.ts';

/** How long a transaction may be idle, and how long the client of an export may accept no bytes. */
export const maxIdleSeconds = 120;

/** How long after the server's statement timeout a connection without traffic is closed. */
const graceSeconds = 2;

/** How long a statement takes before the server is asked whether it still executes it, and between two questions. */
const probeMs = 2_000;

/** How the connections of all pools reach the server. */
export interface Access {
  /** Whether they lead to a pooler, which gives each transaction a session of the server. */
  readonly throughPooler: boolean;
  /** Whether statements are prepared. */
  readonly preparesStatements: boolean;
  /** The schema of a catalog with one schema; undefined for one with all of them. */
  readonly schema?: string | undefined;
}

/** The connections of a pool. */
export interface ConnectionOptions {
  readonly url: string;
  readonly access: Access;
  readonly settings: SessionSettings;
  /** The time limit of a statement. */
  readonly statementSeconds: number;
  /** How long a connection may have no traffic. Default: a moment more than a statement may take. */
  readonly silenceSeconds?: number;
}

/** A pool in addition to the pool of the ORM. */
export interface PoolOptions extends ConnectionOptions {
  /** The name in metrics. */
  readonly name: string;
  readonly size: number;
  /** How long a statement waits for a free connection. */
  readonly waitSeconds: number;
}

/** The settings of the statements of a pool. */
export const settingsOf = ({
  access: { schema },
  settings,
  statementSeconds,
}: Pick<ConnectionOptions, 'access' | 'settings' | 'statementSeconds'>): SessionSettings => ({
  ...settings,
  ...searchPathOf(schema),
  statement_timeout: statementSeconds * 1_000,
  idle_in_transaction_session_timeout: maxIdleSeconds * 1_000,
});

/** The driver's options of every connection. A pooler takes no settings: each transaction brings them, in a pipeline. */
export const driverOptions = (options: ConnectionOptions) => ({
  connectionString: options.url,
  ...(options.access.throughPooler ? { pipeline: true } : { options: asOptions(settingsOf(options)) }),
  keepAlive: true,
  keepAliveInitialDelayMillis: 10_000,
});

/** Opens a pool. Its connections are opened on first use. */
export function openPool(options: PoolOptions, observed: ObservedPools): Pool {
  const config: PoolConfig = {
    ...driverOptions(options),
    max: options.size,
    connectionTimeoutMillis: options.waitSeconds * 1_000,
  };
  const pool = new Pool(config);
  // When an idle connection is lost, the next statement opens a new one.
  pool.on('error', (error) => {
    observed.log.debug({ reason: error.message }, 'An idle connection to the database was lost.');
  });
  setUpPool(pool, options);
  observed.add(options.name, pool);
  return pool;
}

/** Sets up a pool: the handling of lost connections, the limit of results, exact JSON numbers, its settings and prepared statements. */
export function setUpPool(pool: Pool, options: ConnectionOptions): void {
  const { access, silenceSeconds = options.statementSeconds } = options;
  dropLostConnections(pool, {
    timeoutMs: (silenceSeconds + graceSeconds) * 1_000,
    probe: { everyMs: probeMs, find: createFindSessionState(options.url, access.throughPooler) },
  });
  releaseLostClients(pool);
  limitResultSize(pool);
  parseExactJson(pool);
  if (access.schema !== undefined) useOneSchemaIn(pool, access.schema);
  if (access.throughPooler) setPerTransaction(pool, settingsOf(options));
  if (access.preparesStatements) prepareStatements(pool);
}

function useOneSchemaIn(pool: Pool, schema: string): void {
  pool.on('connect', (client) => {
    useOneSchema(client, schema);
  });
}

/** Parses JSON of the database without rounding: large integers keep their digits, so that a value read is written back unchanged. */
function parseExactJson(pool: Pool): void {
  pool.on('connect', (client) => {
    for (const type of [types.builtins.JSON, types.builtins.JSONB]) client.setTypeParser(type, 'text', parseJson);
  });
}
