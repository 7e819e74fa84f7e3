import { Field, ObjectType } from 'type-graphql';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';

@ObjectType({ description: 'A field of a dataset of another catalog.' })
export class RemoteField {
  @Field(() => String, { description: 'The name of the field in the records.' })
  name!: string;

  @Field(() => String, { description: 'The label.' })
  label!: string;

  @Field(() => String, { description: 'The type of the field, as the other catalog names it.' })
  type!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The description; null when the other catalog has none.',
  })
  description!: string | null;

  @Field(() => JsonMap, { description: 'The remaining annotations of the field in the other catalog.' })
  annotations!: JsonObject;
}

@ObjectType({ description: 'A dataset of another catalog, as that catalog reports it now.' })
export class RemoteDataset {
  @Field(() => String, { description: 'The identifier of the dataset in the other catalog.' })
  datasetId!: string;

  @Field(() => JsonMap, { description: 'The metadata as one map: template → field → value.' })
  metas!: JsonObject;

  @Field(() => [RemoteField], { description: 'The fields; none when the other catalog reports only metadata.' })
  fields!: readonly RemoteField[];
}
