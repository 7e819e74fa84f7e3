import type { RequestContext } from '#api/context.ts';
import type { StoredScope } from '#api/session.ts';
import { sql } from '#kernel/sql.ts';
import { nextRun } from './cron/next-run.ts';
import { ScheduleEntity } from './schedule.entity.ts';

/** The user with whose rights a schedule publishes. */
export interface Publisher {
  readonly username: string;
  /** The scopes of the key that created the schedule. */
  readonly scopes: readonly StoredScope[];
}

/** The uids of the datasets with a due schedule. */
export async function findDueDatasets({ app, db }: RequestContext): Promise<string[]> {
  const rows = await db.rows<{ uid: string }>(sql`
    select dataset_uid as uid from dataset_schedule where next_run_at <= ${app.clock.now()}::timestamptz group by dataset_uid order by min(next_run_at), dataset_uid`);
  return rows.map(({ uid }) => uid);
}

/**
 * Moves the due schedules of a locked dataset to their next run after now, and returns the users with whose rights they publish.
 * Several missed runs count as one. The schedules are read under the lock: a schedule that was just changed or deleted, or taken by
 * another worker, is no longer due.
 */
export async function claimDueSchedules({ app, em }: RequestContext, datasetUid: string): Promise<Publisher[]> {
  const now = app.clock.now();
  const due = await em.find(
    ScheduleEntity,
    { dataset: datasetUid, nextRunAt: { $lte: now } },
    { orderBy: { createdAt: 'asc', uid: 'asc' } },
  );
  for (const schedule of due) schedule.nextRunAt = nextRun(schedule.cronSchedule, now);
  return due.flatMap(({ createdBy, scopes }) => (createdBy ? { username: createdBy.username, scopes } : []));
}
