import { Field, ObjectType } from 'type-graphql';
import { JsonMap } from '../../../api/types/scalars.ts';
import type { JsonObject } from '../../../kernel/json.ts';

@ObjectType({ description: 'A field of a dataset of another catalog.' })
export class RemoteField {
  @Field(() => String, { description: 'Its name in the records.' })
  name!: string;

  @Field(() => String, { description: 'What people read.' })
  label!: string;

  @Field(() => String, { description: 'Its type, as the other catalog calls it.' })
  type!: string;

  @Field(() => String, { nullable: true, description: 'What it means; null when the other catalog does not tell.' })
  description!: string | null;

  @Field(() => JsonMap, { description: 'What else the other catalog says of it.' })
  annotations!: JsonObject;
}

@ObjectType({ description: 'A dataset of another catalog, as that tells it now.' })
export class RemoteDataset {
  @Field(() => String, { description: 'Its identifier there.' })
  datasetId!: string;

  @Field(() => JsonMap, { description: 'Its metadata as one map: template → field → value.' })
  metas!: JsonObject;

  @Field(() => [RemoteField], { description: 'Its fields; none where the other catalog tells metadata only.' })
  fields!: readonly RemoteField[];
}
