import { Declares } from '#api/errors/declares.ts';
import { TakesInput } from '#api/types/change.inputs.ts';
import { Mutation, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { renewPushKey, setResourceEnabled } from './push-address.ts';
import { resourcePayload } from './resource.source.ts';
import { deleteRealtimeRecords } from './realtime-log.ts';
import { ResourceActionInput } from './resource.inputs.ts';
import { ResourcePayload } from './resource.type.ts';

/** Mutations of realtime resources (docs/contract/specification.md 3.3). */
@Resolver()
export class RealtimeResolver {
  @Mutation(() => ResourcePayload, { description: 'Enables pushes to a realtime resource.' })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => ResourceActionInput, 'The resource.')
  async enableRealtimeResource(input: ResourceActionInput, ctx: RequestContext) {
    return resourcePayload(ctx, input, await setResourceEnabled(ctx, input, true));
  }

  @Mutation(() => ResourcePayload, {
    description: 'Disables pushes to a realtime resource; pushed records are refused.',
  })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => ResourceActionInput, 'The resource.')
  async disableRealtimeResource(input: ResourceActionInput, ctx: RequestContext) {
    return resourcePayload(ctx, input, await setResourceEnabled(ctx, input, false));
  }

  @Mutation(() => ResourcePayload, {
    description: 'Replaces the push key of a realtime resource; the old key stops working at once.',
  })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH'] })
  @TakesInput(() => ResourceActionInput, 'The resource.')
  async renewPushKey(input: ResourceActionInput, ctx: RequestContext) {
    return resourcePayload(ctx, input, await renewPushKey(ctx, input));
  }

  @Mutation(() => ResourcePayload, {
    description:
      'Deletes the log of records pushed to a resource of a published dataset; published records stay until the next publication.',
  })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'INVALID_DATASET_STATUS'] })
  @TakesInput(() => ResourceActionInput, 'The resource.')
  async deleteRealtimeRecords(input: ResourceActionInput, ctx: RequestContext) {
    return resourcePayload(ctx, input, await deleteRealtimeRecords(ctx, input));
  }
}
