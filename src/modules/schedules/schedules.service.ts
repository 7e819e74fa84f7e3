import type { RequestContext } from '#api/context.ts';
import { requireCaller, type StoredScope, storedScopes } from '#api/session.ts';
import { fail, failFields, requiredMessage } from '#kernel/fail.ts';
import { newUid } from '#kernel/ids.ts';
import { changeDataset } from '#datasets/index.ts';
import { UserEntity } from '#identity/index.ts';
import { nextRun, parseCronSchedule } from './cron-schedule.rules.ts';
import { ScheduleEntity } from './schedule.entity.ts';
import type { CreateScheduleInput, DeleteScheduleInput, UpdateScheduleInput } from './schedule.inputs.ts';
import { sql } from '#kernel/sql.ts';

/** Adds a schedule to a dataset and returns its uid. */
export function createSchedule(
  ctx: RequestContext,
  { datasetUid, cronSchedule, isPaused, expectedRevision }: CreateScheduleInput,
): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['schedules'], expectedRevision }, (tx, dataset) => {
    const parsed = parseCronSchedule(cronSchedule);
    const uid = newUid('schedule');
    const now = tx.app.clock.now();
    const createdBy = tx.em.getReference(UserEntity, requireCaller(tx.session));
    const scopes = storedScopes(tx.session);
    tx.em.create(ScheduleEntity, {
      uid,
      dataset,
      cronSchedule: parsed,
      createdBy,
      scopes,
      createdAt: now,
      isPaused: isPaused ?? false,
      nextRunAt: nextRun(parsed, now),
    });
    return uid;
  });
}

/** Changes a schedule and returns its uid. The creator of the schedule stays the same. An empty input changes nothing. */
export function updateSchedule(
  ctx: RequestContext,
  { datasetUid, uid, cronSchedule, isPaused, expectedRevision }: UpdateScheduleInput,
): Promise<string> {
  return changeDataset(
    ctx,
    datasetUid,
    {
      sections: ['schedules'],
      expectedRevision,
      isEmpty: cronSchedule === undefined && isPaused === undefined,
      read: findSchedule(datasetUid, uid),
    },
    (tx, _dataset, schedule) => {
      const wasPaused = schedule.isPaused;
      if (isPaused !== undefined) schedule.isPaused = isPaused ?? false;
      if (cronSchedule !== undefined)
        schedule.cronSchedule = parseCronSchedule(cronSchedule ?? failFields({ cronSchedule: [requiredMessage] }));
      // what was missed during a pause is not made up for
      if (cronSchedule !== undefined || (wasPaused && !schedule.isPaused))
        schedule.nextRunAt = nextRun(schedule.cronSchedule, tx.app.clock.now());
      return uid;
    },
  );
}

/** Deletes a schedule and returns its uid. */
export function deleteSchedule(
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision }: DeleteScheduleInput,
): Promise<string> {
  const read = findSchedule(datasetUid, uid);
  return changeDataset(
    ctx,
    datasetUid,
    { sections: ['schedules'], expectedRevision, read },
    (tx, _dataset, schedule) => {
      tx.em.remove(schedule);
      return uid;
    },
  );
}

/** Makes the function that finds a schedule of a dataset; it fails NOT_FOUND when the dataset has none with this uid. */
const findSchedule =
  (datasetUid: string, uid: string) =>
  async ({ em }: RequestContext): Promise<ScheduleEntity> =>
    (await em.findOne(ScheduleEntity, { uid, dataset: datasetUid })) ?? fail('NOT_FOUND');

/** The user with whose rights a schedule publishes. */
interface Publisher {
  readonly username: string;
  /** The scopes of the key that created the schedule. */
  readonly scopes: readonly StoredScope[];
}

/** The uids of the datasets with a due schedule. */
export async function findDueDatasets({ app, db }: RequestContext): Promise<string[]> {
  const rows = await db.rows<{ uid: string }>(sql`
    select dataset_uid as uid
    from dataset_schedule
    where next_run_at <= ${app.clock.now()}::timestamptz and not is_paused
    group by dataset_uid
    order by min(next_run_at), dataset_uid`);
  return rows.map(({ uid }) => uid);
}

/**
 * Moves the due schedules of a locked dataset to their next run after now, and returns the users with whose rights they publish.
 * Several missed runs count as one. The schedules are read under the lock: a schedule that was just changed or deleted, or taken by
 * another worker, is no longer due.
 */
export async function advanceDueSchedules({ app, em }: RequestContext, datasetUid: string): Promise<Publisher[]> {
  const now = app.clock.now();
  const due = await em.find(
    ScheduleEntity,
    { dataset: datasetUid, nextRunAt: { $lte: now }, isPaused: false },
    { orderBy: { createdAt: 'asc', uid: 'asc' } },
  );
  for (const schedule of due) schedule.nextRunAt = nextRun(schedule.cronSchedule, now);
  return due.flatMap(({ createdBy, scopes }) => (createdBy ? { username: createdBy.username, scopes } : []));
}
