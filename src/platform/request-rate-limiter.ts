import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#kernel/clock.ts';
import { sql } from '#kernel/sql.ts';
import { type DatabaseClient, firstRow } from './database/database-client.ts';
import type { Log } from './log.ts';
import { fail } from '#kernel/fail.ts';

/** The period of a budget, in seconds. */
export const budgetSeconds = 60;

/** A caller with a budget. */
interface BudgetedCaller {
  /** The caller as the request names them, such as the address. */
  readonly name: string;
  /** Returns what the budget belongs to, such as the network of the address. It takes longer than all else that a request does with its budget. */
  readonly identity: () => string;
}

/** Finds the budget of a caller in the current minute. */
export type FindBudget = (caller: BudgetedCaller, limit: number) => PointBudget;

/** The maximum memory of all remembered callers; some 35,000 of them, with a name and an identity each. */
const maxBytes = 32 * 1024 * 1024;

/** An estimate of the memory that an entry takes, without its key. */
const bytesPerEntry = 400;

/** What the budgets are built on. */
interface BudgetServices {
  /** Connections on which a report does not wait for requests. */
  readonly reserveDb: DatabaseClient;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Creates the budgets of a process. A minute is that of the clock, so the processes agree on it. The budget of the least recently seen
 * caller is forgotten first: such a caller gets a new block, and the count in the database stays.
 */
export function createRequestRateLimiter({ reserveDb, clock, log }: BudgetServices): FindBudget {
  const budgets = new LRUCache<string, { readonly minute: number; readonly budget: PointBudget }>({
    maxSize: maxBytes,
    sizeCalculation: (_budget, key) => bytesPerEntry + 2 * key.length,
  });
  const seconds = () => clock.now().getTime() / 1000;

  function create(identity: string, minute: number, limit: number): PointBudget {
    const key = createHash('sha256')
      .update(JSON.stringify(['points', minute, identity]))
      .digest('hex');
    return new PointBudget({
      limit,
      secondsLeft: () => Math.max(0, Math.ceil((minute + 1) * budgetSeconds - seconds())),
      report: (points) =>
        addPoints(reserveDb, key, { points, limit }).catch((error: unknown) => {
          log.warn(
            { reason: String(error) },
            'The points of a caller could not be reported. The process counts them alone until the minute ends.',
          );
          throw error;
        }),
    });
  }

  return ({ name, identity }, limit) => {
    const minute = Math.floor(seconds() / budgetSeconds);
    const known = budgets.get(name);
    if (known?.minute === minute) return known.budget;
    const key = identity();
    const shared = budgets.get(key);
    const current = shared?.minute === minute ? shared : { minute, budget: create(key, minute, limit) };
    budgets.set(key, current).set(name, current);
    return current.budget;
  };
}

/** Adds points to the count of a caller's minute and returns it. The count stops at the limit, which admits nothing either. */
async function addPoints(
  db: DatabaseClient,
  key: string,
  { points, limit }: { readonly points: number; readonly limit: number },
): Promise<number> {
  const counted = await firstRow<{ count: number }>(
    db,
    sql`
      insert into rate_count as r (key, count, ends_at) values (${key}, ${points}::int, now() + interval '1 minute')
      on conflict (key) do update set count = least(r.count::bigint + excluded.count, ${limit}::int)::int
      returning r.count`,
  );
  return counted?.count ?? points;
}

/** What the budget of a caller is made of. */
interface BudgetTerms {
  /** The maximum number of points in the minute, over all processes. */
  readonly limit: number;
  /** Adds points that this process has spent to the count in the database. Returns the count of all processes. */
  readonly report: (points: number) => Promise<number>;
  /** The seconds until the minute ends. */
  readonly secondsLeft: () => number;
}

/** The part of a limit that a process may spend before the database has counted it. */
const unreportedShare = 1 / 20;

/**
 * The points of one caller in one minute, as one process knows them. The process spends a block of points, a twentieth of the limit, without
 * the database, and reports them once half of the block is spent; only a caller who spends the rest of the block before the report has
 * returned waits for it. So all processes together admit the limit, and at most a block for each of them, or one request that costs more.
 */
export class PointBudget {
  readonly limit: number;
  readonly #terms: BudgetTerms;
  readonly #block: number;
  /** The points of all processes, as of the last report. */
  #reported = 0;
  /** The points of this process that the last report did not include. */
  #unreported = 0;
  #report: Promise<void> | undefined;
  /** Whether a report failed: the process then counts alone until the minute ends. */
  #isAlone = false;

  constructor(terms: BudgetTerms) {
    this.limit = terms.limit;
    this.#terms = terms;
    this.#block = Math.max(1, Math.floor(terms.limit * unreportedShare));
  }

  /** The points that are left, as far as the process knows. */
  get remaining(): number {
    return Math.max(0, this.limit - this.#reported - this.#unreported);
  }

  /** The seconds until the budget is full again. */
  get secondsLeft(): number {
    return this.#terms.secondsLeft();
  }

  /** Spends points, at most all; a promise only where a report decides. Fails RATE_LIMIT_EXCEEDED, and spends nothing then. */
  spend(points: number): Promise<void> | undefined {
    const price = Math.min(points, this.limit);
    this.#requireLeft(price);
    if (this.#mustReportBefore(price)) return this.#spendAfterReport(price);
    this.#take(price);
    return undefined;
  }

  async #spendAfterReport(price: number): Promise<void> {
    while (this.#mustReportBefore(price)) {
      await this.#sendReport();
      this.#requireLeft(price);
    }
    this.#take(price);
  }

  #mustReportBefore(price: number): boolean {
    return !this.#isAlone && this.#unreported > 0 && this.#unreported + price > this.#block;
  }

  #take(price: number): void {
    this.#unreported += price;
    if (!this.#isAlone && this.#unreported * 2 >= this.#block) void this.#sendReport();
  }

  #requireLeft(price: number): void {
    if (price > this.remaining)
      fail('RATE_LIMIT_EXCEEDED', { limit: this.limit, unit: 'points', seconds: Math.max(1, this.secondsLeft) });
  }

  /** Reports what is not reported yet; calls during a report wait for the same one. */
  #sendReport(): Promise<void> {
    return (this.#report ??= this.#reportOnce().finally(() => {
      this.#report = undefined;
    }));
  }

  async #reportOnce(): Promise<void> {
    const points = this.#unreported;
    try {
      this.#reported = await this.#terms.report(points);
      this.#unreported -= points;
    } catch {
      this.#isAlone = true;
    }
  }
}
