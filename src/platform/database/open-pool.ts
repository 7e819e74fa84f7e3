import { Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { parseJson } from '#kernel/json.ts';
import { createFindSessionState, dropLostConnections } from './lost-connections.ts';
import { prepareStatements, ResultBudget, traceStatements } from './statements.ts';
import {
  asOptions,
  customPlans,
  endsWithClient,
  searchPathOf,
  type SessionSettings,
  setPerTransaction,
} from './session-settings.ts';
import type { DatabaseClient } from './database-client.ts';
import { createRowStreams, type RowStreams } from './row-streams.ts';
import type { Log } from '../log.ts';
import type { Tracing } from '../telemetry.ts';

/** How long a transaction may be idle, and how long the client of an export may accept no bytes. */
const maxIdleSeconds = 120;

/** How long after the server's statement timeout a connection without traffic is closed. */
const graceSeconds = 2;

/** How long a statement takes before the server is asked whether it still executes it, and between two questions. */
const probeMs = 2_000;

/** How the connections of all pools reach the server. */
interface Access {
  /** Whether they lead to a pooler, which gives each transaction a session of the server. */
  readonly throughPooler: boolean;
  /** Whether statements are prepared. */
  readonly preparesStatements: boolean;
  /** The schema of a catalog with one schema; undefined for one with all of them. */
  readonly schema?: string | undefined;
}

/** The connections of a pool. */
interface ConnectionOptions {
  readonly url: string;
  readonly access: Access;
  readonly settings: SessionSettings;
  /** The time limit of a statement. */
  readonly statementSeconds: number;
  /** How long a connection may have no traffic. Default: a moment more than a statement may take. */
  readonly silenceSeconds?: number;
}

/** A pool in addition to the pool of the ORM. */
interface PoolOptions extends ConnectionOptions {
  /** The name in metrics. */
  readonly name: string;
  readonly size: number;
  /** How long a statement waits for a free connection. */
  readonly waitSeconds: number;
}

/** The settings of the statements of a pool. */
const settingsOf = ({
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
  if (access.throughPooler) setPerTransaction(pool, settingsOf(options));
  if (access.preparesStatements) prepareStatements(pool);
}

/** Parses JSON of the database without rounding: large integers keep their digits, so that a value read is written back unchanged. */
function parseExactJson(pool: Pool): void {
  pool.on('connect', (client) => {
    for (const type of [types.builtins.JSON, types.builtins.JSONB]) client.setTypeParser(type, 'text', parseJson);
  });
}

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
interface ReadPools extends RowStreams {
  readonly exploreDb: DatabaseClient;
  close(): Promise<void>;
}

const settings = { ...customPlans, default_transaction_read_only: 'on' };

/** Creates the database client of a pool. */
type CreateClient = (pool: ReturnType<typeof openPool>, schema: string | undefined) => DatabaseClient;

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
    exploreDb: createClient(explore, access.schema),
    ...createRowStreams(exports, {
      schema: access.schema,
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

/**
 * Releases a client whose connection is lost while it is in use. Code that waits for the client may never release it, so each loss of the
 * database would leave the pool with fewer usable clients.
 */
export function releaseLostClients(pool: Pool): void {
  const inUse = new WeakSet<PoolClient>();
  pool.on('acquire', (client) => {
    inUse.add(client);
  });
  pool.on('release', (_failure, client) => {
    inUse.delete(client);
  });
  pool.on('connect', (client) => {
    // the code that uses the client learns of the loss from its next statement; without a listener the process would end
    client.on('error', () => undefined);
    client.once('end', () => {
      if (!inUse.has(client)) return;
      client.release(true);
      // The code that uses the client releases it again later; the driver would throw at the second release.
      client.release = () => undefined;
    });
  });
}

/**
 * Closes the connection of a statement whose result exceeds the budget; the statement fails ANSWER_TOO_LARGE. The size of a page
 * depends on what users stored: unlimited results would exhaust the memory, and a text beyond 512 MB, the longest string of V8, would
 * end the process.
 */
export function limitResultSize(pool: Pool): void {
  pool.on('connect', ({ connection }) => {
    let budget = new ResultBudget();
    const renew = () => {
      budget = new ResultBudget();
    };
    connection.on('readyForQuery', renew);
    // The reader of a COPY takes each row as it arrives.
    connection.on('copyData', renew);
    connection.stream.on('data', (chunk: Buffer) => {
      const failure = budget.spend(chunk.length);
      if (failure) connection.stream.destroy(failure);
    });
  });
}
