import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { deletedPartPayload, datasetPartPayload } from '#datasets/index.ts';
import { createSchedule, deleteSchedule, updateSchedule } from './schedules.service.ts';
import { CreateScheduleInput, DeleteScheduleInput, UpdateScheduleInput } from './schedule.inputs.ts';
import { schedules } from './schedule.source.ts';
import { DeleteSchedulePayload, Schedule, SchedulePayload } from './schedule.type.ts';

@Resolver(() => Schedule)
export class ScheduleResolver {
  @Mutation(() => SchedulePayload, {
    description:
      'Adds a schedule to a dataset. It runs with the rights of its creator, limited to the scopes of the key that created it, also after that key is revoked or expires.',
  })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => CreateScheduleInput, 'The schedule.')
  async createSchedule(input: CreateScheduleInput, ctx: RequestContext) {
    return schedulePayload(ctx, input.datasetUid, await createSchedule(ctx, input));
  }

  @Mutation(() => SchedulePayload, {
    description: 'Changes a schedule, effective immediately. Its creator and scopes stay.',
  })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => UpdateScheduleInput, 'The change.')
  async updateSchedule(input: UpdateScheduleInput, ctx: RequestContext) {
    return schedulePayload(ctx, input.datasetUid, await updateSchedule(ctx, input));
  }

  @Mutation(() => DeleteSchedulePayload, { description: 'Deletes a schedule, effective immediately.' })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => DeleteScheduleInput, 'The schedule.')
  async deleteSchedule(input: DeleteScheduleInput, ctx: RequestContext) {
    return deletedPartPayload(ctx, 'Schedule', input.datasetUid, await deleteSchedule(ctx, input));
  }
}

const schedulePayload = (ctx: RequestContext, datasetUid: string, uid: string) =>
  lazyObject({
    schedule: lazyRow(ctx, schedules, { uid }),
    scheduleEdge: lazyEdge(ctx, schedules, { uid }),
    ...datasetPartPayload(ctx, datasetUid),
  });
