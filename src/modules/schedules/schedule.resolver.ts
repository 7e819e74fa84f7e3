import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { toNodeId } from '#kernel/ids.ts';
import { datasetPartPayload } from '#datasets/index.ts';
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
  async createSchedule(
    @Arg('input', () => CreateScheduleInput, { description: 'The schedule.' }) input: CreateScheduleInput,
    @Ctx() ctx: RequestContext,
  ) {
    return schedulePayload(ctx, input.datasetUid, await createSchedule(ctx, input));
  }

  @Mutation(() => SchedulePayload, {
    description: 'Changes a schedule, effective immediately. Its creator and scopes stay.',
  })
  async updateSchedule(
    @Arg('input', () => UpdateScheduleInput, { description: 'The change.' }) input: UpdateScheduleInput,
    @Ctx() ctx: RequestContext,
  ) {
    return schedulePayload(ctx, input.datasetUid, await updateSchedule(ctx, input));
  }

  @Mutation(() => DeleteSchedulePayload, { description: 'Deletes a schedule, effective immediately.' })
  async deleteSchedule(
    @Arg('input', () => DeleteScheduleInput, { description: 'The schedule.' }) input: DeleteScheduleInput,
    @Ctx() ctx: RequestContext,
  ) {
    return deleteSchedulePayload(ctx, input.datasetUid, await deleteSchedule(ctx, input));
  }
}

const schedulePayload = (ctx: RequestContext, datasetUid: string, uid: string) =>
  lazyObject({
    schedule: lazyRow(ctx, schedules, { uid }),
    scheduleEdge: lazyEdge(ctx, schedules, { uid }),
    ...datasetPartPayload(ctx, datasetUid),
  });

const deleteSchedulePayload = (ctx: RequestContext, datasetUid: string, uid: string) =>
  lazyObject({ ...deletedObject(toNodeId('Schedule', uid)), uid: () => uid, ...datasetPartPayload(ctx, datasetUid) });
