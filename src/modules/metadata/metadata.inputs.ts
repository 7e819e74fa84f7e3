import { Field, ID, InputType, Int } from 'type-graphql';
import { JsonMap, JsonValue } from '../../api/types/scalars.ts';
import type { Json, JsonObject } from '../../kernel/json.ts';

@InputType({ description: "A dataset's metadata, to replace all that it has." })
export class UpdateDatasetMetadataInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => JsonMap, {
    description: 'The metadata as one map: template → field → `{value}`; what is left out is removed.',
  })
  metadata!: JsonObject;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that the client last read. The change fails at any other revision.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: "One template of a dataset's metadata, to replace what it has." })
export class UpdateDatasetMetadataTemplateInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => String, { description: "The template's name." })
  template!: string;

  @Field(() => JsonMap, { description: 'Its fields: field → `{value}`; what is left out is removed.' })
  fields!: JsonObject;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that the client last read. The change fails at any other revision.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: "A value for one field of a dataset's metadata." })
export class UpdateDatasetMetadataFieldInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => String, { description: "The template's name." })
  template!: string;

  @Field(() => String, { description: "The field's name." })
  field!: string;

  @Field(() => JsonValue, {
    nullable: true,
    description: "The value, of the field's type; it has to be there, and may be null.",
  })
  value?: Json;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether it wins over the value of the linked remote dataset; without effect on a dataset that is not linked.',
  })
  overrideRemoteValue?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that the client last read. The change fails at any other revision.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: "A field of a dataset's metadata, to be removed." })
export class DeleteDatasetMetadataFieldInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => String, { description: "The template's name." })
  template!: string;

  @Field(() => String, { description: "The field's name." })
  field!: string;

  @Field(() => Int, {
    nullable: true,
    description: 'The revision that the client last read. The change fails at any other revision.',
  })
  expectedRevision?: number | null;
}
