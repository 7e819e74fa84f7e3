import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { deletionPayload } from '#api/node.type.ts';
import { lazyObject } from '#kernel/json.ts';
import { lazyEdge, lazyRow } from '#api/reading/read.ts';
import { DatasetPayload, datasetPayload } from '#datasets/index.ts';
import { attachHarvestedDataset } from './attach-dataset.ts';
import {
  AttachHarvestedDatasetInput,
  CreateHarvesterInput,
  CreateHarvesterScheduleInput,
  DeleteHarvesterInput,
  DeleteHarvesterScheduleInput,
  HarvesterActionInput,
  PreviewHarvesterInput,
  StartHarvesterInput,
  UpdateHarvesterInput,
  UpdateHarvesterScheduleInput,
} from './harvester.inputs.ts';
import {
  abortHarvester,
  deleteHarvester,
  orderDatasets,
  readHarvesterErrors,
  startHarvester,
} from './harvester-orders.ts';
import { harvesters, harvesterSchedules } from './harvester.source.ts';
import {
  DeleteHarvesterPayload,
  DeleteHarvesterSchedulePayload,
  HarvesterErrors,
  HarvesterPayload,
  HarvesterPreview,
  HarvesterSchedulePayload,
  HarvesterType,
} from './harvester.type.ts';
import { listHarvesterTypes } from './harvester.rules.ts';
import {
  createHarvester,
  createHarvesterSchedule,
  deleteHarvesterSchedule,
  updateHarvester,
  updateHarvesterSchedule,
} from './harvesters.service.ts';
import { previewHarvester } from './preview-harvester.ts';

const needs = 'create_dataset, edit_dataset and publish_dataset for the domain';

@Resolver()
export class HarvesterResolver {
  @Query(() => [HarvesterType], { description: 'The kinds of portals that harvesters know. Needs no key.' })
  harvesterTypes() {
    return listHarvesterTypes();
  }

  @Query(() => HarvesterPreview, {
    nullable: true,
    description:
      'The first datasets of a source, without saving anything. Null with an error where it cannot be read, and without `create_dataset`, `edit_dataset` and `publish_dataset` for the domain.',
  })
  harvesterPreview(
    @Arg('input', () => PreviewHarvesterInput, { description: 'The source.' }) input: PreviewHarvesterInput,
    @Ctx() ctx: RequestContext,
  ) {
    return previewHarvester(ctx, input);
  }

  @Query(() => HarvesterErrors, {
    nullable: true,
    description:
      'What went wrong in the current or last run of a harvester. Null with an error where there is none, before the first run (INVALID_HARVESTER_STATUS), and without `create_dataset`, `edit_dataset` and `publish_dataset` for the domain.',
  })
  harvesterErrors(
    @Arg('uid', () => ID, { description: 'The uid of the harvester.' }) uid: string,
    @Ctx() ctx: RequestContext,
  ) {
    return readHarvesterErrors(ctx, uid);
  }

  @Mutation(() => HarvesterPayload, { description: 'Creates a harvester, which does not run until it is started.' })
  @Declares({ needs, fails: [] })
  @TakesInput(() => CreateHarvesterInput, 'The harvester.')
  async createHarvester(input: CreateHarvesterInput, ctx: RequestContext) {
    return harvesterPayload(ctx, await createHarvester(ctx, input));
  }

  @Mutation(() => HarvesterPayload, { description: 'Changes a harvester, from its next run on.' })
  @Declares({ needs, fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => UpdateHarvesterInput, 'The change.')
  async updateHarvester(input: UpdateHarvesterInput, ctx: RequestContext) {
    return harvesterPayload(ctx, await updateHarvester(ctx, input));
  }

  @Mutation(() => DeleteHarvesterPayload, {
    description: 'Deletes a harvester, and its datasets, which can be restored; or they stay as they are.',
  })
  @Declares({ needs, fails: ['NOT_FOUND'] })
  @TakesInput(() => DeleteHarvesterInput, 'The harvester, and what becomes of its datasets.')
  async deleteHarvester(input: DeleteHarvesterInput, ctx: RequestContext) {
    return deletionPayload('Harvester', await deleteHarvester(ctx, input));
  }

  @Mutation(() => HarvesterPayload, { description: 'Starts a harvester with your rights.' })
  @Declares({ needs, fails: ['NOT_FOUND', 'INVALID_HARVESTER_STATUS'] })
  @TakesInput(() => StartHarvesterInput, 'The harvester.')
  async startHarvester(input: StartHarvesterInput, ctx: RequestContext) {
    return harvesterPayload(ctx, await startHarvester(ctx, input));
  }

  @Mutation(() => HarvesterPayload, { description: 'Ends the run of a harvester; what it has changed stays.' })
  @Declares({ needs, fails: ['NOT_FOUND', 'INVALID_HARVESTER_STATUS'] })
  @TakesInput(() => HarvesterActionInput, 'The harvester.')
  async abortHarvester(input: HarvesterActionInput, ctx: RequestContext) {
    return harvesterPayload(ctx, await abortHarvester(ctx, input));
  }

  @Mutation(() => HarvesterPayload, {
    description: 'Publishes the datasets of a harvester whose status allows it.',
  })
  @Declares({ needs, fails: ['NOT_FOUND'] })
  @TakesInput(() => HarvesterActionInput, 'The harvester.')
  async publishHarvesterDatasets(input: HarvesterActionInput, ctx: RequestContext) {
    return harvesterPayload(ctx, await orderDatasets(ctx, 'publish', input));
  }

  @Mutation(() => HarvesterPayload, {
    description: 'Unpublishes the datasets of a harvester whose status allows it.',
  })
  @Declares({ needs, fails: ['NOT_FOUND'] })
  @TakesInput(() => HarvesterActionInput, 'The harvester.')
  async unpublishHarvesterDatasets(input: HarvesterActionInput, ctx: RequestContext) {
    return harvesterPayload(ctx, await orderDatasets(ctx, 'unpublish', input));
  }

  @Mutation(() => DatasetPayload, {
    description:
      'Makes a dataset one of a harvester, as if a run had made it: the next run finds it, and takes over what has changed at the source.',
  })
  @Declares({ needs, fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'INVALID_HARVESTER_STATUS'] })
  @TakesInput(() => AttachHarvestedDatasetInput, 'The dataset, and what it has from the source.')
  async attachHarvestedDataset(input: AttachHarvestedDatasetInput, ctx: RequestContext) {
    return lazyObject(datasetPayload(ctx, await attachHarvestedDataset(ctx, input)));
  }

  @Mutation(() => HarvesterSchedulePayload, { description: 'Adds the schedule of a harvester.' })
  @Declares({ needs, fails: ['NOT_FOUND'] })
  @TakesInput(() => CreateHarvesterScheduleInput, 'The schedule.')
  async createHarvesterSchedule(input: CreateHarvesterScheduleInput, ctx: RequestContext) {
    return schedulePayload(ctx, await createHarvesterSchedule(ctx, input));
  }

  @Mutation(() => HarvesterSchedulePayload, { description: 'Changes the times of a schedule; its creator stays.' })
  @Declares({ needs, fails: ['NOT_FOUND'] })
  @TakesInput(() => UpdateHarvesterScheduleInput, 'The change.')
  async updateHarvesterSchedule(input: UpdateHarvesterScheduleInput, ctx: RequestContext) {
    return schedulePayload(ctx, await updateHarvesterSchedule(ctx, input));
  }

  @Mutation(() => DeleteHarvesterSchedulePayload, { description: 'Deletes the schedule of a harvester.' })
  @Declares({ needs, fails: ['NOT_FOUND'] })
  @TakesInput(() => DeleteHarvesterScheduleInput, 'The schedule.')
  async deleteHarvesterSchedule(input: DeleteHarvesterScheduleInput, ctx: RequestContext) {
    return deletionPayload('HarvesterSchedule', await deleteHarvesterSchedule(ctx, input));
  }
}

const harvesterPayload = (ctx: RequestContext, uid: string) =>
  lazyObject({
    harvester: lazyRow(ctx, harvesters, { uid }),
    harvesterEdge: lazyEdge(ctx, harvesters, { uid }),
  });

const schedulePayload = (ctx: RequestContext, uid: string) =>
  lazyObject({
    schedule: lazyRow(ctx, harvesterSchedules, { uid }),
    scheduleEdge: lazyEdge(ctx, harvesterSchedules, { uid }),
  });
