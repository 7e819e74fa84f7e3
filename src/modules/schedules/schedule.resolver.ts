import { Arg, Args, Ctx, FieldResolver, ID, Mutation, Resolver, Root } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletedObject } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { loadByArgument, loadOne, loadPage } from '#api/reading/load.ts';
import { PageArgs } from '#api/reading/connection.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import type { Row } from '#api/reading/type-source.ts';
import { toNodeId } from '#kernel/ids.ts';
import { Dataset, datasetPartPayload } from '#datasets/index.ts';
import { RelatedUser } from '#identity/index.ts';
import { createSchedule, deleteSchedule, updateSchedule } from './schedules.service.ts';
import { CreateScheduleInput, DeleteScheduleInput, UpdateScheduleInput } from './schedule.inputs.ts';
import { creatorOfSchedule, scheduleOfDataset, schedules, schedulesOfDataset } from './schedule.source.ts';
import { DeleteSchedulePayload, Schedule, ScheduleConnection, SchedulePayload } from './schedule.type.ts';

@Resolver(() => Dataset)
export class DatasetSchedulesResolver {
  @FieldResolver(() => ScheduleConnection, {
    description: 'The schedules of the dataset, by creation.',
  })
  schedules(@Root() dataset: Row<Dataset>, @Args(() => PageArgs) page: PageArgs, @Ctx() ctx: RequestContext) {
    return loadPage(ctx, schedulesOfDataset, dataset, page);
  }

  @FieldResolver(() => Schedule, {
    nullable: true,
    description: 'The schedule with this uid; null if the dataset has none.',
  })
  schedule(
    @Root() dataset: Row<Dataset>,
    @Arg('uid', () => ID, { description: 'The uid of the schedule.' }) uid: string,
    @Ctx() ctx: RequestContext,
  ) {
    return loadByArgument(ctx, scheduleOfDataset, dataset, uid);
  }
}

@Resolver(() => Schedule)
export class ScheduleResolver {
  @FieldResolver(() => RelatedUser, {
    nullable: true,
    description: 'The user who created the schedule, with whose rights it publishes; null if that user was deleted.',
  })
  createdBy(@Root() schedule: Row<Schedule>, @Ctx() ctx: RequestContext) {
    return loadOne(ctx, creatorOfSchedule, schedule);
  }

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
