import { setImmediate as immediate, setTimeout as pause } from 'node:timers/promises';
import { createSemaphore, type Semaphore } from '../../kernel/semaphore.ts';
import { CatalogError } from '../../kernel/fail.ts';
import type { DatabaseClient } from './database-client.ts';
import { ResultBudget } from './result-budget.ts';

/** The maximum number of statements and transactions of one request that run at a time. */
const maxPerRequest = 4;

/**
 * The maximum number of connections of each pool that all requests use at a time, and that requests without a key use at a
 * time. The other connections remain for jobs and for short statements of the service itself, such as those of rate limits.
 * API keys and health checks have a pool of their own.
 */
const poolShares = {
  db: { requests: 16, anonymous: 8 },
  exploreDb: { requests: 8, anonymous: 5 },
} as const;

/** A result above one of these sizes is large: to make objects or texts of it occupies the event loop for a millisecond or more. */
const large = { rows: 100, characters: 32 * 1024 };

/** A large result that occupied the event loop for longer than this is followed by a pause as long, up to the maximum. */
const pauses = { afterMs: 10, maxMs: 200 };

/** Waits until the work may use a connection, and runs it. */
export type Admit = <T>(work: () => Promise<T>) => Promise<T>;

/** Whose connections a request uses. */
export type CallerKind = 'keyed' | 'anonymous';

/** The access of one request to the database: its statements wait for their turn and spend its budget of results. */
export interface Admission {
  readonly callerKind: CallerKind;
  /** Runs work as soon as the request may use a connection of the main pool. */
  readonly admit: Admit;
  /** Begins a new budget of results. A caller inside the process that runs several operations in one request calls it before each operation. */
  readonly beginOperation: () => void;
  /** Wraps the main pool for the request. The results of all statements of an operation spend one budget. */
  readonly db: (pool: DatabaseClient) => DatabaseClient;
  /** Wraps the pool of queries over records for the request. Its results spend no budget, because several requests may share one result. */
  readonly exploreDb: (pool: DatabaseClient) => DatabaseClient;
}

/** Creates the admission of a request. */
export type StatementGate = (isAnonymous: boolean) => Admission;

/** The admission for work outside of requests, such as jobs: no statement waits, and each statement has a budget of its own. */
export const unlimitedAdmission: Admission = Object.freeze({
  callerKind: 'keyed',
  admit: (work) => work(),
  beginOperation: () => undefined,
  db: (pool) => pool,
  exploreDb: (pool) => pool,
} satisfies Admission);

/**
 * Creates the gate through which every statement of a request passes. It admits only a few statements of a request at a
 * time. Callers without a key cannot use all connections, so that some remain for callers with a key. A statement that
 * waits longer than `maxWaitMs` fails: UNAVAILABLE when it waits for other requests, TIMED_OUT when it waits for its own
 * request, which would wait as long when repeated.
 */
export function createStatementGate(maxWaitMs: number): StatementGate {
  const limit = { maxWaitMs, error: () => new CatalogError('UNAVAILABLE') };
  const shares = { db: createShares(poolShares.db), exploreDb: createShares(poolShares.exploreDb) };
  const turns = { keyed: createTurns(), anonymous: createTurns() };

  function createShares({ requests, anonymous }: { readonly requests: number; readonly anonymous: number }) {
    const all = createSemaphore(requests, limit);
    const withoutKey = createSemaphore(anonymous, limit);
    return { keyed: all, anonymous: <T>(work: () => Promise<T>) => withoutKey(() => all(work)) };
  }

  return (isAnonymous) => {
    const own = createSemaphore(maxPerRequest, { maxWaitMs, error: () => new CatalogError('TIMED_OUT') });
    const callerKind = isAnonymous ? 'anonymous' : 'keyed';
    const admitTo =
      (share: Semaphore): Admit =>
      (work) =>
        own(() => share(work));
    const admit = admitTo(shares.db[callerKind]);
    const nextTurn = turns[callerKind];
    let budget = new ResultBudget();
    return {
      callerKind,
      admit,
      beginOperation: () => {
        budget = new ResultBudget();
      },
      db: (pool) => admittedClient(pool, { admit, nextTurn, budget: () => budget }),
      exploreDb: (pool) =>
        admittedClient(pool, { admit: admitTo(shares.exploreDb[callerKind]), nextTurn, budget: () => undefined }),
    };
  };
}

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
    rows: <Row extends object>(...[statement, parameters, spent = budget()]: Parameters<DatabaseClient['rows']>) =>
      admit(async () => {
        const rows = await database.rows<Row>(statement, parameters, spent);
        if (rows.length > large.rows) await nextTurn();
        return rows;
      }),
    texts: (statement, parameters, spent = budget()) =>
      admit(async () => {
        const texts = await database.texts(statement, parameters, spent);
        if (texts && lengthOf(texts) > large.characters) await nextTurn();
        return texts;
      }),
    inSnapshot: (work) =>
      admit(() =>
        database.inSnapshot((snapshot) => work(admittedClient(snapshot, { ...passage, admit: (each) => each() }))),
      ),
  };
}

const lengthOf = (texts: readonly (string | null)[]): number =>
  texts.reduce((length, text) => length + (text?.length ?? 0), 0);

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
