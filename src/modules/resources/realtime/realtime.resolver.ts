import { Arg, Ctx, Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../api/context.ts';
import { enableResource, renewPushKey } from './change-realtime-resource.ts';
import { changedResource } from '../change/changed-resource.ts';
import { deleteRealtimeRecords } from './delete-realtime-records.ts';
import { ResourceActionInput } from '../resource.inputs.ts';
import { ResourcePayload } from '../resource.type.ts';

/** Mutations of realtime resources (docs/contract/specification.md 3.3). */
@Resolver()
export class RealtimeResolver {
  @Mutation(() => ResourcePayload, { description: 'Lets a realtime resource take the records that are pushed.' })
  async enableRealtimeResource(
    @Arg('input', () => ResourceActionInput, { description: 'Which one.' }) input: ResourceActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return changedResource(ctx, input, await enableResource(ctx, input, true));
  }

  @Mutation(() => ResourcePayload, { description: 'Lets a realtime resource refuse the records that are pushed.' })
  async disableRealtimeResource(
    @Arg('input', () => ResourceActionInput, { description: 'Which one.' }) input: ResourceActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return changedResource(ctx, input, await enableResource(ctx, input, false));
  }

  @Mutation(() => ResourcePayload, {
    description: 'Gives a realtime resource another push key; the one before is dead at once.',
  })
  async renewPushKey(
    @Arg('input', () => ResourceActionInput, { description: 'Which one.' }) input: ResourceActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return changedResource(ctx, input, await renewPushKey(ctx, input));
  }

  @Mutation(() => ResourcePayload, {
    description:
      'Empties the log of what was pushed to a resource of a published dataset; its records stay until the next publication.',
  })
  async deleteRealtimeRecords(
    @Arg('input', () => ResourceActionInput, { description: 'Which one.' }) input: ResourceActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return changedResource(ctx, input, await deleteRealtimeRecords(ctx, input));
  }
}
