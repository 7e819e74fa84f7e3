import type { RequestContext } from '../../api/context.ts';
import { callerOf } from '../../api/session.ts';
import { newUid } from '../../kernel/ids.ts';
import { changeDataset } from '../datasets/index.ts';
import { UserEntity } from '../identity/index.ts';
import { acceptCronSchedule } from './cron-schedule.rules.ts';
import { nextRun } from './next-run.ts';
import { ScheduleEntity } from './schedule.entity.ts';
import type { CreateScheduleInput } from './schedule.inputs.ts';

/** Adds a schedule to a dataset and answers its uid. */
export function createSchedule(
  ctx: RequestContext,
  { datasetUid, cronSchedule, expectedRevision }: CreateScheduleInput,
): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['schedules'], expectedRevision }, (tx, dataset) => {
    const accepted = acceptCronSchedule(cronSchedule);
    const uid = newUid('schedule');
    const now = tx.app.clock.now();
    const createdBy = tx.em.getReference(UserEntity, callerOf(tx.session));
    const scopes = [...tx.session.scopes];
    tx.em.create(ScheduleEntity, {
      uid,
      dataset,
      cronSchedule: accepted,
      createdBy,
      scopes,
      createdAt: now,
      nextRunAt: nextRun(accepted, now),
    });
    return uid;
  });
}
