import { section } from '#api/catalog-module.ts';
import { storedScopes } from '#api/session.ts';
import { newUid } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';
import { nextRun, parseCronSchedule } from './cron-schedule.rules.ts';
import { type IdentityKey, matchParts } from '#api/match-parts.ts';
import { checkBefore, mapCollectingErrors } from '#kernel/check-all.ts';
import { defineListField, wholeSnapshot } from '#datasets/index.ts';
import { DesiredScheduleInput } from './schedule.inputs.ts';

/** Plans the schedules that an input describes, sorted by creation. An input without a uid is matched to a schedule with the same times. */
const planSchedules = defineListField<readonly DesiredScheduleInput[], readonly CapturedSchedule[], CapturedSchedule>({
  name: 'schedules',
  type: () => [DesiredScheduleInput],
  description: 'All its schedules, in any order.',
  list: wholeSnapshot(),
  plan: async ({ app }, input, { current }) => {
    const desired = await checkBefore(
      () =>
        mapCollectingErrors(
          input ?? [],
          (index) => `schedules.${index}`,
          ({ uid, cronSchedule, isPaused }) => ({ uid, cronSchedule: parseCronSchedule(cronSchedule), isPaused }),
        ),
      () => matchParts('schedules', current, input ?? [], []),
    );
    const matched = matchParts('schedules', current, desired, [timesOf]);
    const now = app.clock.now().getTime();
    const schedules = desired.map(({ cronSchedule, isPaused }, index) => ({
      uid: newUid('schedule'),
      // each new schedule of the list is created a millisecond later, so that sorting by creation keeps the order of the list
      createdAt: new Date(now + index).toISOString(),
      ...matched[index],
      cronSchedule,
      isPaused: isPaused ?? matched[index]?.isPaused ?? false,
    }));
    return { snapshot: schedules.toSorted(byCreation) };
  },
});

const timesOf: IdentityKey<Pick<CapturedSchedule, 'cronSchedule'>> = ({ cronSchedule }) => cronSchedule;

const byCreation = (one: CapturedSchedule, other: CapturedSchedule): number =>
  Date.parse(one.createdAt) - Date.parse(other.createdAt) || (one.uid < other.uid ? -1 : 1);

/** The schedules by creation. An existing schedule keeps its creator. A restored schedule publishes with the rights of the caller. */
export const schedulesSection = section<readonly CapturedSchedule[]>({
  name: 'schedules',
  capture: (dataset) => sql`(
    select coalesce(jsonb_agg(jsonb_build_object('uid', s.uid, 'cronSchedule', s.cron_schedule, 'isPaused',
      s.is_paused, 'createdAt', s.created_at)
      order by s.created_at, s.uid), '[]'::jsonb)
    from dataset_schedule s where s.dataset_uid = ${dataset}.uid)`,
  async write({ app, db, session }, datasetUid, schedules) {
    const now = app.clock.now();
    const timed = schedules.map((schedule) => ({
      isPaused: false,
      ...schedule,
      nextRunAt: nextRun(schedule.cronSchedule, now),
    }));
    await db.rows(
      sql`
        delete from dataset_schedule
        where dataset_uid = ${datasetUid} and uid <> all(${schedules.map(({ uid }) => uid)}::text[])`,
    );
    await db.rows(sql`
      with given as (select *
        from jsonb_to_recordset(${JSON.stringify(timed)}::jsonb) s(uid text, "cronSchedule" text,
          "isPaused" boolean, "createdAt" timestamptz, "nextRunAt" timestamptz)),
      kept as (update dataset_schedule s set cron_schedule = given."cronSchedule", created_at = given."createdAt",
        is_paused = given."isPaused",
        next_run_at = case when s.cron_schedule = given."cronSchedule"
          and (given."isPaused" or not s.is_paused) then s.next_run_at else given."nextRunAt" end
        from given where s.dataset_uid = ${datasetUid} and s.uid = given.uid returning s.uid)
      insert into dataset_schedule (uid, dataset_uid, cron_schedule, created_by, scopes, created_at, is_paused,
        next_run_at)
      select uid, ${datasetUid}::text, "cronSchedule", ${session.username ?? null}::text,
        ${storedScopes(session)}::text[], "createdAt", "isPaused", "nextRunAt"
      from given where uid not in (select uid from kept)`);
  },
  copy: (schedules) => schedules.map((schedule) => ({ ...schedule, uid: newUid('schedule') })),
  planChange: planSchedules,
});

/** A schedule in a version. The creator is left out, so that a restored schedule cannot publish with another user's rights. */
interface CapturedSchedule {
  readonly uid: string;
  readonly cronSchedule: string;
  /** Absent in the versions of earlier releases: not paused. */
  readonly isPaused?: boolean;
  readonly createdAt: string;
}
