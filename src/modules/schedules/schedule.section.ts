import { section } from '#api/catalog-module.ts';
import { storedScopes } from '#api/session.ts';
import { newUid } from '#kernel/ids.ts';
import { sql } from '#kernel/sql.ts';
import type { CapturedSchedule } from './captured-schedule.ts';
import { planSchedules } from './plan-schedules.ts';
import { nextRun } from './cron/next-run.ts';

/** The schedules by creation. An existing schedule keeps its creator. A restored schedule publishes with the rights of the caller. */
export const schedulesSection = section<readonly CapturedSchedule[]>({
  name: 'schedules',
  capture: (dataset) => sql`(
    select coalesce(jsonb_agg(jsonb_build_object('uid', s.uid, 'cronSchedule', s.cron_schedule, 'createdAt', s.created_at)
      order by s.created_at, s.uid), '[]'::jsonb)
    from dataset_schedule s where s.dataset_uid = ${dataset}.uid)`,
  async write({ app, db, session }, datasetUid, schedules) {
    const now = app.clock.now();
    const timed = schedules.map((schedule) => ({ ...schedule, nextRunAt: nextRun(schedule.cronSchedule, now) }));
    await db.rows(
      sql`delete from dataset_schedule where dataset_uid = ${datasetUid} and uid <> all(${schedules.map(({ uid }) => uid)}::text[])`,
    );
    await db.rows(sql`
      with given as (select * from jsonb_to_recordset(${JSON.stringify(timed)}::jsonb) s(uid text, "cronSchedule" text, "createdAt" timestamptz, "nextRunAt" timestamptz)),
      kept as (update dataset_schedule s set cron_schedule = given."cronSchedule", created_at = given."createdAt",
        next_run_at = case when s.cron_schedule = given."cronSchedule" then s.next_run_at else given."nextRunAt" end
        from given where s.dataset_uid = ${datasetUid} and s.uid = given.uid returning s.uid)
      insert into dataset_schedule (uid, dataset_uid, cron_schedule, created_by, scopes, created_at, next_run_at)
      select uid, ${datasetUid}::text, "cronSchedule", ${session.username ?? null}::text, ${storedScopes(session)}::text[], "createdAt", "nextRunAt"
      from given where uid not in (select uid from kept)`);
  },
  copy: (schedules) => schedules.map((schedule) => ({ ...schedule, uid: newUid('schedule') })),
  planChange: planSchedules,
});
