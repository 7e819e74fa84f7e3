import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import type { Clock } from '#kernel/clock.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow, type DatabaseClient } from '../database/database-client.ts';
import type { Log } from '../log.ts';
import { PointBudget } from './point-budget.ts';

/** The period of a budget, in seconds. */
export const budgetSeconds = 60;

/** A caller with a budget. */
export interface BudgetedCaller {
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
export interface BudgetServices {
  /** Connections on which a report does not wait for requests. */
  readonly reserveDb: DatabaseClient;
  readonly clock: Clock;
  readonly log: Log;
}

/**
 * Creates the budgets of a process. A minute is that of the clock, so the processes agree on it. The budget of the least recently seen
 * caller is forgotten first: such a caller gets a new block, and the count in the database stays.
 */
export function createPointBudgets({ reserveDb, clock, log }: BudgetServices): FindBudget {
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
