import { Field, ID, InputType, Int } from 'type-graphql';
import { JsonMap, JsonValue } from '#api/types/scalars.ts';
import type { Json, JsonObject } from '#kernel/json.ts';

@InputType({ description: 'All metadata of a dataset, replacing the current ones.' })
export class UpdateDatasetMetadataInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => JsonMap, {
    description: 'The metadata as one map: template → field → `{value}`. Omitted entries are removed.',
  })
  metadata!: JsonObject;

  @Field(() => Int, {
    nullable: true,
    description:
      'The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: "One template of a dataset's metadata, replacing its current fields." })
export class UpdateDatasetMetadataTemplateInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => String, { description: "The template's name." })
  template!: string;

  @Field(() => JsonMap, { description: 'The fields: field → `{value}`. Omitted fields are removed.' })
  fields!: JsonObject;

  @Field(() => Int, {
    nullable: true,
    description:
      'The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision.',
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
    description: "The value, of the field's type. Required, but may be null.",
  })
  value?: Json;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the value overrides that of the linked remote dataset. Without effect on a dataset that is not linked.',
  })
  overrideRemoteValue?: boolean | null;

  @Field(() => Int, {
    nullable: true,
    description:
      'The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision.',
  })
  expectedRevision?: number | null;
}

@InputType({ description: "A field to remove from a dataset's metadata." })
export class DeleteDatasetMetadataFieldInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => String, { description: "The template's name." })
  template!: string;

  @Field(() => String, { description: "The field's name." })
  field!: string;

  @Field(() => Int, {
    nullable: true,
    description:
      'The revision that the client last read. The change fails with REVISION_MISMATCH when the object has another revision.',
  })
  expectedRevision?: number | null;
}
