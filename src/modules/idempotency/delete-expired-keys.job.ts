import type { JobHandler } from '#api/catalog-module.ts';
import { sql } from '#kernel/sql.ts';
import { expiryOf } from './claim-key.ts';

const hour = 3_600;

/** The maximum number of keys that one statement deletes. */
const batchSize = 5_000;

/** Deletes the keys that are older than IDEMPOTENCY_HOURS, in batches, so that no statement holds many locks or takes long. */
export const deleteExpiredKeysJob: JobHandler = {
  queue: 'sweep-idempotency',
  everySeconds: hour,
  run: async ({ app, db }, { signal }) => {
    for (let deleted = batchSize; deleted === batchSize;) {
      signal.throwIfAborted();
      const rows = await db.rows(sql`
        delete from idempotency_key where uid in (
          select uid
          from idempotency_key
          where created_at <= ${expiryOf(app)}
          order by created_at
          limit ${batchSize}::int
          for update skip locked)
          returning 1`);
      deleted = rows.length;
    }
  },
};
