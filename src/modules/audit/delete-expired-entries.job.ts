import type { JobHandler } from '#api/catalog-module.ts';
import { sql } from '#kernel/sql.ts';

const hour = 3_600;
const dayMs = 86_400_000;

/** The maximum number of entries that one statement deletes. */
const batchSize = 5_000;

/** Deletes the entries that are older than AUDIT_RETENTION_DAYS, in batches, so that no statement holds many locks or takes long. */
export const deleteExpiredEntriesJob: JobHandler = {
  queue: 'sweep-audit',
  everySeconds: hour,
  run: async ({ app, db }, { signal }) => {
    const expired = new Date(app.clock.now().getTime() - app.config.auditRetentionDays * dayMs);
    for (let deleted = batchSize; deleted === batchSize;) {
      signal.throwIfAborted();
      const rows = await db.rows(sql`
        delete from audit_entry where uid in (
          select uid from audit_entry where at < ${expired} order by at limit ${batchSize}::int for update skip locked)
          returning 1`);
      deleted = rows.length;
    }
  },
};
