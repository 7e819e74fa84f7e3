import { Field, ObjectType } from 'type-graphql';
import { JsonMap } from '../../../api/types/scalars.ts';
import type { JsonObject } from '../../../kernel/json.ts';

@ObjectType({ description: 'A field of a dataset of another catalog.' })
export class RemoteField {
  @Field(() => String, { description: 'Its name in the records.' })
  name!: string;

  @Field(() => String, { description: 'The label.' })
  label!: string;

  @Field(() => String, { description: 'Its type, as named by the other catalog.' })
  type!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The description; null when the other catalog has none.',
  })
  description!: string | null;

  @Field(() => JsonMap, { description: 'Its other annotations in the other catalog.' })
  annotations!: JsonObject;
}

@ObjectType({ description: 'A dataset of another catalog, as that catalog reports it now.' })
export class RemoteDataset {
  @Field(() => String, { description: 'Its identifier in the other catalog.' })
  datasetId!: string;

  @Field(() => JsonMap, { description: 'Its metadata as one map: template → field → value.' })
  metas!: JsonObject;

  @Field(() => [RemoteField], { description: 'Its fields; none where the other catalog reports metadata only.' })
  fields!: readonly RemoteField[];
}
