import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import { createCallerSemaphores, createSemaphore, type WaitLimits } from '#kernel/semaphore.ts';
import { CatalogError } from '#kernel/fail.ts';
import type { DatabaseClient, StatementBounds } from './database-client.ts';
import { ResultBudget, type RowBytes } from './statements.ts';

/** The maximum number of statements and transactions of one request that run at a time. */
const maxPerRequest = 4;

/**
 * The part of each pool that all requests use at a time, that requests without a key use, and that one caller uses where work may be slow. The
 * other connections remain for
 * jobs and for short statements of the service itself, such as those of rate limits. API keys and health checks have a pool of their own.
 */
const poolParts = {
  db: { requests: 0.8, anonymous: 0.4 },
  exploreDb: { requests: 0.8, anonymous: 0.5, ofCaller: { keyed: 0.4, anonymous: 0.3 }, shortMs: 2_000 },
  exports: { requests: 1, anonymous: 0.5, ofCaller: { keyed: 0.5, anonymous: 0.34 } },
  records: { requests: 1, anonymous: 0.6, ofCaller: { keyed: 0.4, anonymous: 0.3 }, shortMs: 2_000 },
} as const satisfies Record<string, PoolParts>;

/** The pools that requests share. */
interface GatedPools {
  readonly size: number;
  readonly exploreSize: number;
  readonly exportSize: number;
  readonly waitSeconds: number;
}

/** A result above one of these sizes is large: to make objects of its rows, or to copy its bytes, occupies the event loop for a millisecond or more. */
const large = { rows: 20, bytes: 256 * 1024 };

/** A large result that occupied the event loop for longer than this is followed by a pause as long, up to the maximum. */
const pauses = { afterMs: 10, maxMs: 200 };

/** Waits until the work may use a connection, and runs it. */
type Admit = <T>(work: (bounds: StatementBounds) => Promise<T>) => Promise<T>;

/** What an operation does. */
type OperationKind = 'query' | 'mutation' | 'subscription';

/** The access of one request to the database: its statements wait for their turn and spend its budget of results. */
export interface Admission {
  readonly callerKind: CallerKind;
  /** Runs work as soon as the request may use a connection of the main pool. */
  readonly admit: Admit;
  /**
   * Begins an operation, with a new budget of results. When the client leaves during a query, its waiting statements and its
   * running reads end. A mutation is carried out, and so is everything that the request does after it.
   */
  readonly beginOperation: (kind: OperationKind) => void;
  /** Announces a mutation: queries before it decide whether it is admitted, so they must not see an older state than it does. */
  readonly expectMutation: () => void;
  /** Whether an operation has begun, every operation so far was a query, and no mutation is expected. */
  readonly onlyReads: () => boolean;
  /** Notes that a transaction is about to commit, or that a statement writes. */
  readonly noteWrite: () => void;
  /** Whether a mutation may have written something: not where it failed before its commit. */
  readonly mayHaveMutated: () => boolean;
  /** Waits for a turn of the event loop. Call it before work that may occupy the event loop for a millisecond or more. */
  readonly nextTurn: () => Promise<void>;
  /** Wraps the main pool for the request. The results of all statements of an operation spend one budget. */
  readonly db: (pool: DatabaseClient) => DatabaseClient;
  /** The budget of the operation, for statements that do not spend it by themselves; undefined where each statement has its own. */
  readonly budget: () => ResultBudget | undefined;
  /** Wraps the pool of queries over records for the request. Its results spend no budget by themselves, because several requests may share one result. */
  readonly exploreDb: (pool: DatabaseClient) => DatabaseClient;
  /** Runs work as soon as the request may run a statement over records in the column engine. */
  readonly admitRecords: Admit;
  /** Waits until the request may use a connection for an export. Returns the function that gives it back. Fails UNAVAILABLE. */
  readonly admitExport: () => Promise<() => void>;
  /** Wraps the connection of a transaction that the request was admitted to. Results spend the budget of the operation. */
  readonly transaction: (connection: DatabaseClient) => DatabaseClient;
}

/** Creates the admission of a request. The signal aborts when the client leaves; `identify` returns what identifies the caller. */
export interface StatementGate {
  (isAnonymous: boolean, signal?: AbortSignal, identify?: () => string): Admission;
  /** How many statements and transactions of requests wait for a connection of each pool. */
  readonly waitingCounts: () => Readonly<Record<keyof typeof poolParts, number>>;
}

/** The admission for work outside of requests, such as jobs: no statement waits, and each statement has a budget of its own. */
export const unlimitedAdmission: Admission = Object.freeze({
  callerKind: 'keyed',
  admit: (work) => work({}),
  beginOperation: () => undefined,
  expectMutation: () => undefined,
  onlyReads: () => false,
  noteWrite: () => undefined,
  mayHaveMutated: () => false,
  nextTurn: () => Promise.resolve(),
  budget: () => undefined,
  db: (pool) => pool,
  exploreDb: (pool) => pool,
  admitRecords: (work) => work({}),
  admitExport: () => Promise.resolve(() => undefined),
  transaction: (connection) => connection,
} satisfies Admission);

/**
 * Creates the gate through which every statement of a request passes. It admits only a few statements of a request at a
 * time. Callers without a key cannot use all connections, so that some remain for callers with a key, and no caller can use all that are for
 * queries over records or for exports. A statement that waits than `waitSeconds`, for all of this together, fails: UNAVAILABLE when it then waits for other requests, TIMED_OUT when it waits for its own
 * request, which would wait as long when repeated.
 */
export function createStatementGate({ size, exploreSize, exportSize, waitSeconds }: GatedPools): StatementGate {
  const shares = {
    db: createPoolShares(size, poolParts.db),
    exploreDb: createPoolShares(exploreSize, poolParts.exploreDb),
    exports: createPoolShares(exportSize, poolParts.exports),
    records: createPoolShares(exploreSize, poolParts.records),
  };
  const turns = { keyed: createTurns(), anonymous: createTurns() };

  const openAdmission: (...caller: Parameters<StatementGate>) => Admission = (
    isAnonymous,
    clientLeaves,
    identify = () => '',
  ) => {
    const own = createSemaphore(maxPerRequest);
    const caller = { kind: isAnonymous ? 'anonymous' : 'keyed', identify } as const;
    let signal: AbortSignal | undefined;
    let hasMutated = false;
    let expectsMutation = false;
    let mayHaveMutated = false;
    let kindNow: OperationKind | undefined;
    const limitsUntil = (at: number, error: () => Error) => ({ signal, deadline: { at, error } });
    const endOfWait = () => performance.now() + waitSeconds * 1_000;
    const admitTo =
      ({ use }: PoolShares): Admit =>
      (work) => {
        const deadline = endOfWait();
        const run = (ending: AbortSignal | undefined) => work({ deadline, signal: ending });
        return own(() => use(caller, run, limitsUntil(deadline, unavailable)), limitsUntil(deadline, timedOut));
      };
    const admit = admitTo(shares.db);
    const nextTurn = turns[caller.kind];
    let budget = new ResultBudget();
    return {
      callerKind: caller.kind,
      admit,
      beginOperation: (kind) => {
        budget = new ResultBudget();
        kindNow = kind;
        hasMutated ||= kind === 'mutation';
        signal = kind === 'query' && !hasMutated ? clientLeaves : undefined;
      },
      expectMutation: () => {
        expectsMutation = true;
      },
      onlyReads: () => kindNow === 'query' && !hasMutated && !expectsMutation,
      noteWrite: () => {
        mayHaveMutated ||= kindNow === 'mutation';
      },
      mayHaveMutated: () => mayHaveMutated,
      nextTurn,
      budget: () => budget,
      db: (pool) => admittedClient(pool, { admit, nextTurn, budget: () => budget }),
      exploreDb: (pool) =>
        admittedClient(pool, { admit: admitTo(shares.exploreDb), nextTurn, budget: () => undefined }),
      admitRecords: admitTo(shares.records),
      admitExport: () =>
        new Promise((resolve, reject) => {
          const ended = Promise.withResolvers<undefined>();
          const hold = () => {
            resolve(() => ended.resolve(undefined));
            return ended.promise;
          };
          shares.exports.use(caller, hold, limitsUntil(endOfWait(), unavailable)).catch(reject);
        }),
      transaction: (connection) =>
        admittedClient(connection, {
          admit: (work) => work({}),
          nextTurn: async () => undefined,
          budget: () => budget,
        }),
    };
  };
  const { db, exploreDb, exports, records } = shares;
  return Object.assign(openAdmission, {
    waitingCounts: () => ({
      db: db.waitingCount(),
      exploreDb: exploreDb.waitingCount(),
      exports: exports.waitingCount(),
      records: records.waitingCount(),
    }),
  });
}

const unavailable = () => new CatalogError('UNAVAILABLE');
const timedOut = () => new CatalogError('TIMED_OUT');

/** The parts through which the statements of a client pass, and their results. */
interface Passage {
  readonly admit: Admit;
  readonly nextTurn: () => Promise<void>;
  readonly budget: () => ResultBudget | undefined;
}

/** A database client whose statements wait for admission, and whose large results are passed on one at a time. */
function admittedClient(database: DatabaseClient, passage: Passage): DatabaseClient {
  const { admit, nextTurn, budget } = passage;
  return {
    rows: <Row extends object>(
      ...[statement, parameters, { budget: spent = budget() } = {}]: Parameters<DatabaseClient['rows']>
    ) =>
      admit(async (bounds) => {
        const rows = await database.rows<Row>(statement, parameters, { ...bounds, budget: spent });
        if (rows.length > large.rows) await nextTurn();
        return rows;
      }),
    texts: (statement, parameters, { budget: spent = budget() } = {}) =>
      admit(async (bounds) => {
        const texts = await database.texts(statement, parameters, { ...bounds, budget: spent });
        if (texts && sizeOf(texts) > large.bytes) await nextTurn();
        return texts;
      }),
    send: (statement, parameters) => admit(() => database.send(statement, parameters)),
    inSnapshot: (work) =>
      admit((bounds) =>
        database.inSnapshot(
          (snapshot) => work(admittedClient(snapshot, { ...passage, admit: (each) => each(bounds) })),
          bounds,
        ),
      ),
  };
}

const sizeOf = (texts: RowBytes): number => texts.reduce((size, text) => size + (text?.length ?? 0), 0);

/**
 * Creates a function whose calls resolve one after another, each in its own turn of the event loop. When many large results
 * arrive together, a small result or a new request thus waits for one of them, not for all. After a result that
 * took long, others have the event loop for as long.
 */
function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  let pausedUntil = 0;
  async function waitForTurn(): Promise<void> {
    await immediate();
    const pauseMs = pausedUntil - performance.now();
    if (pauseMs > 0) await pause(pauseMs);
    const begin = performance.now();
    setImmediate(() => {
      const end = performance.now();
      const tookMs = end - begin;
      pausedUntil = tookMs > pauses.afterMs ? end + Math.min(tookMs, pauses.maxMs) : 0;
    });
  }
  return () => {
    last = last.then(waitForTurn);
    return last;
  };
}

/** Whose connections a request uses. */
export type CallerKind = 'keyed' | 'anonymous';

/** The caller of a request. */
interface PoolCaller {
  readonly kind: CallerKind;
  /** Returns what identifies the user, or an address without a key. */
  readonly identify: () => string;
}

/** Which parts of a pool's connections are used at a time. */
interface PoolParts {
  /** By all requests together. */
  readonly requests: number;
  /** By all requests without a key together. */
  readonly anonymous: number;
  /** By one caller of a kind. Default: all of its kind. */
  readonly ofCaller?: Readonly<Record<CallerKind, number>>;
  /** How long work may use the last connection of its caller, while others of the same caller are in use. Then it is run again. */
  readonly shortMs?: number;
}

/** The connections of a pool, shared by the callers of requests. */
interface PoolShares {
  /** Runs work, which may be repeated, as soon as its caller may use a connection. An abort of the signal that it receives ends it. */
  readonly use: <T>(
    caller: PoolCaller,
    work: (signal: AbortSignal | undefined) => Promise<T>,
    limits: WaitLimits,
  ) => Promise<T>;
  readonly waitingCount: () => number;
}

/** Shares the connections of a pool of the given size. Each part has at least one. */
function createPoolShares(size: number, { requests, anonymous, ofCaller, shortMs }: PoolParts): PoolShares {
  const connections = (part: number) => Math.max(1, Math.floor(size * part));
  const all = createSemaphore(connections(requests));
  const withoutKey = createSemaphore(connections(anonymous));
  const callersOf = (part: number) => createCallerSemaphores({ permits: connections(part), reservedMs: shortMs });
  const callers = ofCaller && { keyed: callersOf(ofCaller.keyed), anonymous: callersOf(ofCaller.anonymous) };

  const useShare = <T>(kind: CallerKind, work: () => Promise<T>, limits: WaitLimits): Promise<T> =>
    kind === 'keyed' ? all(work, limits) : withoutKey(() => all(work, limits), limits);

  return {
    use: ({ kind, identify }, work, limits) => {
      if (!callers) return useShare(kind, () => work(limits.signal), limits);
      const workWithin = (signal = limits.signal) => useShare(kind, () => work(signal), { ...limits, signal });
      return callers[kind](identify(), workWithin, limits);
    },
    waitingCount: () =>
      all.waitingCount() +
      withoutKey.waitingCount() +
      (callers ? callers.keyed.waitingCount() + callers.anonymous.waitingCount() : 0),
  };
}
