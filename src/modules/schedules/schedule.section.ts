import type { Section } from '../../api/section.ts';
import { newUid } from '../../kernel/ids.ts';
import { isJsonObject, type Json } from '../../kernel/json.ts';
import { sql } from '../../kernel/sql.ts';
import { nextRun } from './next-run.ts';

/**
 * The schedules, by creation. A schedule that is still there keeps its creator; one that is written anew publishes as
 * whoever writes it, so that no content can lend somebody else's rights.
 */
export const schedulesSection: Section = {
  name: 'schedules',
  capture: (dataset) => sql`(
    select coalesce(jsonb_agg(jsonb_build_object('uid', s.uid, 'cronSchedule', s.cron_schedule, 'createdAt', s.created_at)
      order by s.created_at, s.uid), '[]'::jsonb)
    from schedule s where s.dataset_uid = ${dataset}.uid)`,
  async write({ app, db, session }, datasetUid, content) {
    const now = app.clock.now();
    const schedules = schedulesIn(content).map((schedule, at) => ({
      // those without a time of creation keep the order in which they are given
      createdAt: new Date(now.getTime() + at), ...schedule, nextRunAt: nextRun(schedule.cronSchedule, now),
    }));
    await db.rows(sql`delete from schedule where dataset_uid = ${datasetUid} and uid <> all(${schedules.map((schedule) => schedule.uid)}::text[])`);
    await db.rows(sql`
      insert into schedule (uid, dataset_uid, cron_schedule, created_by, created_at, next_run_at)
      select s.uid, ${datasetUid}::text, s."cronSchedule", ${session.username ?? null}::text, s."createdAt", s."nextRunAt"
      from jsonb_to_recordset(${JSON.stringify(schedules)}::jsonb) s(uid text, "cronSchedule" text, "createdAt" timestamptz, "nextRunAt" timestamptz)
      on conflict (uid) do update set cron_schedule = excluded.cron_schedule, created_at = excluded.created_at,
        next_run_at = case when schedule.cron_schedule = excluded.cron_schedule then schedule.next_run_at else excluded.next_run_at end
      where schedule.dataset_uid = excluded.dataset_uid`);
  },
  copied: (content) => schedulesIn(content).map((schedule) => ({ ...schedule, uid: newUid('schedule') })),
};

/** A schedule as versions keep it; `createdAt` is the present where it is left out. */
type CapturedSchedule = { readonly uid: string; readonly cronSchedule: string; readonly createdAt?: string };

const isSchedule = (each: Json): each is CapturedSchedule =>
  isJsonObject(each) && typeof each['uid'] === 'string' && typeof each['cronSchedule'] === 'string';

const schedulesIn = (content: Json): CapturedSchedule[] => (Array.isArray(content) ? content.filter(isSchedule) : []);
