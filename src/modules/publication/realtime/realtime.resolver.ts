import { Arg, Ctx, Field, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { RequestContext } from '../../../api/context.ts';
import { resourcePayload, ResourceActionInput, ResourcePayload } from '../../resources/index.ts';
import { PushRecordsInput } from './push-records.inputs.ts';
import { pushRecords } from './push-records.ts';
import { recoverRealtimeRecords } from './recover-realtime-records.ts';

@ObjectType({ description: 'The accepted records.' })
export class PushRecordsPayload {
  @Field(() => Int, { description: 'The number of accepted records.' })
  accepted!: number;
}

@Resolver()
export class RealtimeResolver {
  @Mutation(() => PushRecordsPayload, {
    description: 'Pushes records to a realtime resource. The push key is the only credential it needs.',
  })
  async pushRecords(
    @Arg('input', () => PushRecordsInput, { description: 'The records and their resource.' }) input: PushRecordsInput,
    @Ctx() ctx: RequestContext,
  ) {
    return { accepted: await pushRecords(ctx, input) };
  }

  @Mutation(() => ResourcePayload, {
    description: 'Appends the pushed records that a published dataset lacks; no record is appended twice.',
  })
  async recoverRealtimeRecords(
    @Arg('input', () => ResourceActionInput, { description: 'The resource.' }) input: ResourceActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return resourcePayload(ctx, input, await recoverRealtimeRecords(ctx, input));
  }
}
