import type { RequestContext } from '../../api/context.ts';
import type { Permission } from '../../api/permissions.ts';
import { sql } from '../../kernel/sql.ts';
import { nextRun } from './next-run.ts';
import { ScheduleEntity } from './schedule.entity.ts';

/** Whom a schedule publishes as. */
export interface Publisher {
  readonly username: string;
  /** What the key allowed that the schedule was made with. */
  readonly scopes: readonly Permission[];
}

/** The uids of the datasets that have a schedule whose time has come. */
export async function datasetsDue({ app, db }: RequestContext): Promise<string[]> {
  const rows = await db.rows<{ uid: string }>(sql`
    select dataset_uid as uid from schedule where next_run_at <= ${app.clock.now()}::timestamptz group by dataset_uid order by min(next_run_at), dataset_uid`);
  return rows.map(({ uid }) => uid);
}

/**
 * Moves the schedules of a locked dataset whose time has come on to their next run after now, so that runs missed count
 * as one, and answers whom they publish as, and what those may do at most. They are read under the lock: what was changed or deleted a
 * moment ago is not due any more, nor what another worker has taken.
 */
export async function takeDueSchedules({ app, em }: RequestContext, datasetUid: string): Promise<Publisher[]> {
  const now = app.clock.now();
  const due = await em.find(
    ScheduleEntity,
    { dataset: datasetUid, nextRunAt: { $lte: now } },
    { orderBy: { createdAt: 'asc', uid: 'asc' } },
  );
  for (const schedule of due) schedule.nextRunAt = nextRun(schedule.cronSchedule, now);
  return due.flatMap(({ createdBy, scopes }) => (createdBy ? { username: createdBy.username, scopes } : []));
}
