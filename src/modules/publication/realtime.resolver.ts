import { Declares } from '#api/errors/declares.ts';
import { Arg, Ctx, Field, Int, Mutation, ObjectType, Resolver } from 'type-graphql';
import type { RequestContext } from '#api/context.ts';
import { resourcePayload, ResourceActionInput, ResourcePayload } from '#resources/index.ts';
import { LostValues } from './publication.type.ts';
import { PushRecordsInput } from './publication.inputs.ts';
import { pushRecords, recoverRealtimeRecords } from './push-records.ts';

@ObjectType({ description: 'The accepted records.' })
export class PushRecordsPayload {
  @Field(() => Int, { description: 'The number of accepted records.' })
  accepted!: number;

  @Field(() => [LostValues], {
    description: 'The fields with values that the published records lack, because they do not fit; at most 100.',
  })
  lostValues!: readonly LostValues[];

  @Field(() => Boolean, {
    description:
      'Whether the dataset is published again, so that its fields get types that fit; not while a publication is pending, after one that failed, nor after a change of the configuration.',
  })
  isRepublishing!: boolean;

  @Field(() => String, {
    nullable: true,
    description: 'What the published records lack, for people; null if they lack nothing.',
  })
  warning!: string | null;
}

@Resolver()
export class RealtimeResolver {
  @Mutation(() => PushRecordsPayload, {
    description: 'Pushes records to a realtime resource.',
  })
  @Declares({ needs: 'the push key', fails: ['INVALID_PUSH_KEY', 'PUSH_DISABLED'] })
  pushRecords(
    @Arg('input', () => PushRecordsInput, { description: 'The records and their resource.' }) input: PushRecordsInput,
    @Ctx() ctx: RequestContext,
  ) {
    return pushRecords(ctx, input);
  }

  @Mutation(() => ResourcePayload, {
    description: 'Appends the pushed records that a published dataset lacks; no record is appended twice.',
  })
  @Declares({ needs: 'edit_dataset', fails: ['NOT_FOUND', 'REVISION_MISMATCH', 'INVALID_DATASET_STATUS'] })
  async recoverRealtimeRecords(
    @Arg('input', () => ResourceActionInput, { description: 'The resource.' }) input: ResourceActionInput,
    @Ctx() ctx: RequestContext,
  ) {
    return resourcePayload(ctx, input, await recoverRealtimeRecords(ctx, input));
  }
}
