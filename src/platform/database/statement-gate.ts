import { createSemaphore, type Semaphore } from '../../kernel/semaphore.ts';
import { CatalogError } from '../../kernel/fail.ts';
import type { DatabaseClient } from './database-client.ts';
import { ResultBudget } from './result-budget.ts';

/** How many statements and transactions of one request run at a time. */
const maxPerRequest = 4;

/**
 * How many connections of each pool the requests use at a time, and those without a key among them. The others remain for jobs and for short
 * statements of the service itself, such as those of rate limits. API keys and health checks have a pool of their own.
 */
const poolShares = {
  db: { requests: 16, anonymous: 8 },
  exploreDb: { requests: 8, anonymous: 5 },
} as const;

/** Results beyond this size are large: their objects, or their text, take the event loop milliseconds. */
const large = { rows: 100, characters: 128 * 1024 };

/** Runs work that uses a connection. */
export type Admit = <T>(work: () => Promise<T>) => Promise<T>;

/** How the statements of one request reach the database. */
export interface Admission {
  /** Waits until the request may use a connection of the main pool. */
  readonly admit: Admit;
  /** Renews the budget of results, for a client inside the process that runs several operations in one request. */
  readonly beginOperation: () => void;
  /** The main pool for the request. The results of all statements of an operation spend one budget. */
  readonly db: (pool: DatabaseClient) => DatabaseClient;
  /** The pool of queries over records for the request. Requests share results, so no budget of one request is spent. */
  readonly exploreDb: (pool: DatabaseClient) => DatabaseClient;
}

/** Opens the admission of a request. */
export type StatementGate = (isAnonymous: boolean) => Admission;

/** The admission of what is no request, such as a job: nothing waits, and each statement has a budget of its own. */
export const unlimitedAdmission: Admission = Object.freeze({
  admit: (work) => work(),
  beginOperation: () => undefined,
  db: (pool) => pool,
  exploreDb: (pool) => pool,
} satisfies Admission);

/**
 * Creates the gate through which every statement of a request passes. It admits a few statements of a request at a time, and leaves
 * connections for callers with a key whatever callers without one ask for. Fails UNAVAILABLE after `maxWaitMs`.
 */
export function createStatementGate(maxWaitMs: number): StatementGate {
  const limit = { maxWaitMs, error: () => new CatalogError('UNAVAILABLE') };
  const shares = { db: createShares(poolShares.db), exploreDb: createShares(poolShares.exploreDb) };
  const nextTurn = createTurns();

  function createShares({ requests, anonymous }: { readonly requests: number; readonly anonymous: number }) {
    const all = createSemaphore(requests, limit);
    const withoutKey = createSemaphore(anonymous, limit);
    return { keyed: all, anonymous: <T>(work: () => Promise<T>) => withoutKey(() => all(work)) };
  }

  return (isAnonymous) => {
    const own = createSemaphore(maxPerRequest, limit);
    const caller = isAnonymous ? 'anonymous' : 'keyed';
    const admitTo =
      (share: Semaphore): Admit =>
      (work) =>
        own(() => share(work));
    const admit = admitTo(shares.db[caller]);
    let budget = new ResultBudget();
    return {
      admit,
      beginOperation: () => {
        budget = new ResultBudget();
      },
      db: (pool) => admittedClient(pool, { admit, nextTurn, budget: () => budget }),
      exploreDb: (pool) =>
        admittedClient(pool, { admit: admitTo(shares.exploreDb[caller]), nextTurn, budget: () => undefined }),
    };
  };
}

/** What statements pass on their way to the database and back. */
interface Passage {
  readonly admit: Admit;
  readonly nextTurn: () => Promise<void>;
  readonly budget: () => ResultBudget | undefined;
}

/** A database client whose statements are admitted, and whose large results take turns. */
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
 * Creates a function that resolves in a turn of the event loop of its own, in order of the calls: what small results and new requests wait
 * for is one large result, however many arrive at a time.
 */
function createTurns(): () => Promise<void> {
  let last = Promise.resolve();
  return () => {
    last = last.then(() => new Promise((resolve) => setImmediate(resolve)));
    return last;
  };
}
