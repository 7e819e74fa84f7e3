import type { RequestContext } from '../../api/context.ts';
import { changeDataset } from '../datasets/index.ts';
import { findSchedule } from './find-schedule.ts';
import type { DeleteScheduleInput } from './schedule.inputs.ts';

/** Deletes a schedule, which runs no more, and answers the uid that it had. */
export function deleteSchedule(
  ctx: RequestContext,
  { datasetUid, uid, expectedRevision }: DeleteScheduleInput,
): Promise<string> {
  return changeDataset(ctx, datasetUid, { sections: ['schedules'], expectedRevision }, async (tx, dataset) => {
    tx.em.remove(await findSchedule(tx, dataset, uid));
    return uid;
  });
}
