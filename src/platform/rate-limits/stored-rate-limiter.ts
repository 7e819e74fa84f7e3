import { createHash } from 'node:crypto';
import { sql, sqlText } from '../../kernel/sql.ts';
import { firstRow, type DatabaseClient } from '../database/database-client.ts';
import type { RateLimiter } from './rate-limiter.ts';

/** Whether a minute has not ended; one that ends later than in a minute began before the clock was put back. */
const isNow = sqlText("r.ends_at > now() and r.ends_at <= now() + interval '1 minute'");

/**
 * Rates in the table `rate_count`: a minute begins with the first attempt in it, by the clock of the database. What is
 * refused counts no further, so that the number stays small.
 */
export const storedRateLimiter = (db: DatabaseClient): RateLimiter =>
  Object.freeze({
    async attempt({ key, limit }) {
      const counted = await firstRow<{ count: number; seconds: number }>(
        db,
        sql`
      insert into rate_count as r (key, count, ends_at) values (${createHash('sha256').update(key).digest('hex')}, 1, now() + interval '1 minute')
      on conflict (key) do update set
        count = case when ${isNow} then least(r.count, ${limit}::int) + 1 else 1 end,
        ends_at = case when ${isNow} then r.ends_at else excluded.ends_at end
      returning r.count, ceil(extract(epoch from r.ends_at - now()))::int as seconds`,
      );
      return counted && counted.count > limit ? Math.max(1, counted.seconds) : 0;
    },
    async sweep() {
      await db.rows(sql`delete from rate_count r where not (${isNow})`);
    },
  } satisfies RateLimiter);
