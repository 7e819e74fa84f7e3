import type { RequestContext } from '../../api/context.ts';
import { fail } from '../../kernel/fail.ts';
import type { DatasetEntity } from '../datasets/index.ts';
import { ScheduleEntity } from './schedule.entity.ts';

/** The schedule of a dataset that is being changed; fails NOT_FOUND when it is not one of its own. */
export async function findSchedule(tx: RequestContext, dataset: DatasetEntity, uid: string): Promise<ScheduleEntity> {
  return (await tx.em.findOne(ScheduleEntity, { uid, dataset })) ?? fail('NOT_FOUND');
}
