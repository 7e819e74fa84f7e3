import type { JobHandler } from '#api/catalog-module.ts';
import { sql } from '#kernel/sql.ts';

const hour = 3_600;

/** How long administrators see that an invitation has expired. */
const invitationsKeptDays = 30;

/** The maximum number of sessions that one statement deletes. */
const batchSize = 5_000;

/** Deletes the sessions that have ended by time, in batches, and the invitations that no one has redeemed. */
export const deleteEndedSessionsJob: JobHandler = {
  queue: 'sweep-sessions',
  everySeconds: hour,
  run: async ({ app, db }, { signal }) => {
    for (let deleted = batchSize; deleted === batchSize;) {
      signal.throwIfAborted();
      const rows = await db.rows(sql`
        delete from sign_in_session where uid in (
          select uid from sign_in_session
          where expires_at < now()
            or last_seen_at < now() - make_interval(mins => ${app.config.sessions.idleMinutes}::int)
          limit ${batchSize}::int for update skip locked)
        returning 1`);
      deleted = rows.length;
    }
    await db.rows(
      sql`delete from invitation where expires_at < now() - make_interval(days => ${invitationsKeptDays}::int)`,
    );
  },
};
