import { Field, ID, InputType } from 'type-graphql';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';

@InputType({ description: 'Records for a realtime resource.' })
export class PushRecordsInput {
  @Field(() => ID, { description: "The dataset's identifier." })
  datasetId!: string;

  @Field(() => ID, { description: "The resource's uid." })
  resourceUid!: string;

  @Field(() => String, { description: "The resource's push key, which is part of its push URL." })
  pushKey!: string;

  @Field(() => [JsonMap], { description: 'The records, in order.' })
  records!: JsonObject[];
}
