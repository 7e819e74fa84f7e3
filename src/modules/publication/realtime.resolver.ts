import { Arg, Ctx, Field, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { RequestContext } from '../../api/context.ts';
import { changedResource, ResourceActionInput, ResourcePayload } from '../resources/index.ts';
import { PushRecordsInput } from './push-records.inputs.ts';
import { pushRecords } from './push-records.ts';
import { recoverRealtimeRecords } from './recover-realtime-records.ts';

@ObjectType({ description: 'Records that were taken.' })
export class PushRecordsPayload {
  @Field(() => Int, { description: 'How many.' })
  accepted!: number;
}

/** How pushed records become records of the dataset. */
@Resolver()
export class RealtimeResolver {
  @Mutation(() => PushRecordsPayload, { description: 'Pushes records to a realtime resource; the push key is enough.' })
  async pushRecords(
    @Arg('input', () => PushRecordsInput, { description: 'The records, and where they go.' }) input: PushRecordsInput,
    @Ctx() ctx: RequestContext,
  ) {
    return { accepted: await pushRecords(ctx, input) };
  }

  @Mutation(() => ResourcePayload, {
    description: 'Appends to the records of a published dataset what its log has beyond them; none comes twice.',
  })
  async recoverRealtimeRecords(
    @Arg('input', () => ResourceActionInput, { description: 'Which resource.' }) input: ResourceActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return changedResource(ctx, input, await recoverRealtimeRecords(ctx, input));
  }
}
