import { createHash } from 'node:crypto';
import { sql } from '../../kernel/sql.ts';
import { firstRow, type Database } from '../database/database.ts';
import type { Rates } from './rates.ts';

/**
 * Rates in the table `rate_count`: a minute begins with the first attempt in it, by the clock of the database. What is
 * refused counts no further, so that the number stays small.
 */
export const storedRates = (db: Database): Rates => Object.freeze({
  async attempt({ key, limit }) {
    const counted = await firstRow<{ count: number; seconds: number }>(db, sql`
      insert into rate_count as r (key, count, ends_at) values (${createHash('sha256').update(key).digest('hex')}, 1, now() + interval '1 minute')
      on conflict (key) do update set
        count = case when r.ends_at <= now() then 1 else least(r.count, ${limit}::int) + 1 end,
        ends_at = case when r.ends_at <= now() then excluded.ends_at else r.ends_at end
      returning r.count, ceil(extract(epoch from r.ends_at - now()))::int as seconds`);
    return counted && counted.count > limit ? Math.max(1, counted.seconds) : 0;
  },
  async sweep() {
    await db.rows(sql`delete from rate_count where ends_at <= now()`);
  },
} satisfies Rates);
