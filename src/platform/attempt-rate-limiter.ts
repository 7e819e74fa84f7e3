import { createHash } from 'node:crypto';
import { sql, sqlText } from '#kernel/sql.ts';
import { type DatabaseClient, firstRow } from './database/database-client.ts';

/** A number of attempts per minute. */
interface RateLimit {
  /** Identifies the caller and the action; of any length. */
  readonly key: string;
  /** The maximum number of attempts per minute. */
  readonly limit: number;
}

/** Counts attempts, such as submissions of a form, across all processes. The points of requests are counted by `createRequestRateLimiter`. */
export interface AttemptRateLimiter {
  /** Counts an attempt. Returns 0 when the attempt is allowed, else the seconds until the next attempt is allowed. */
  attempt(rate: RateLimit): Promise<number>;
  /** Deletes the counts of past minutes. */
  sweep(): Promise<void>;
}

/**
 * The condition that the counted minute is current. A minute that ends more than two minutes from now was counted before the clock was set
 * back. One that ends a little more than a minute from now began while this statement waited for the row.
 */
const isCurrent = sqlText("r.ends_at > now() and r.ends_at <= now() + interval '2 minutes'");

/** A rate limiter that counts in `rate_count`, by minutes of the database's clock that begin with an attempt. */
export const createAttemptRateLimiter = (db: DatabaseClient): AttemptRateLimiter =>
  Object.freeze({
    async attempt({ key, limit }) {
      const counted = await firstRow<{ count: number; seconds: number }>(
        db,
        sql`
      insert into rate_count as r (key, count, ends_at)
      values (${createHash('sha256').update(key).digest('hex')}, 1, now() + interval '1 minute')
      on conflict (key) do update set
        count = case when ${isCurrent} then least(r.count, ${limit}::int) + 1 else 1 end,
        ends_at = case when ${isCurrent} then r.ends_at else excluded.ends_at end
      returning r.count, ceil(extract(epoch from r.ends_at - now()))::int as seconds`,
      );
      return counted && counted.count > limit ? Math.max(1, counted.seconds) : 0;
    },
    async sweep() {
      await db.rows(sql`delete from rate_count r where not (${isCurrent})`);
    },
  } satisfies AttemptRateLimiter);
