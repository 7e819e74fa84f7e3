import type { RequestContext } from '../../api/context.ts';
import { failFields, required } from '../../kernel/fail.ts';
import { changeDataset } from '../datasets/index.ts';
import { acceptCronSchedule } from './cron-schedule.rules.ts';
import { findSchedule } from './find-schedule.ts';
import { nextRun } from './next-run.ts';
import type { UpdateScheduleInput } from './schedule.inputs.ts';

/** Changes a schedule, whose creator stays, and answers its uid; an empty input changes nothing. */
export function updateSchedule(
  ctx: RequestContext,
  { datasetUid, uid, cronSchedule, expectedRevision }: UpdateScheduleInput,
): Promise<string> {
  return changeDataset(
    ctx,
    datasetUid,
    { sections: ['schedules'], expectedRevision, isEmpty: cronSchedule === undefined },
    async (tx, dataset) => {
      const schedule = await findSchedule(tx, dataset, uid);
      if (cronSchedule === undefined) return uid;
      schedule.cronSchedule = acceptCronSchedule(cronSchedule ?? failFields({ cronSchedule: [required] }));
      schedule.nextRunAt = nextRun(schedule.cronSchedule, tx.app.clock.now());
      return uid;
    },
  );
}
