import { Field, InputType } from 'type-graphql';
import { DatasetPartChangeInput } from '#api/types/change.inputs.ts';
import { MetadataChangeInput } from '#datasets/index.ts';
import { JsonMap, JsonValue } from '#api/types/scalars.ts';
import type { Json, JsonObject } from '#kernel/json.ts';

@InputType({
  description:
    "A change of a dataset's metadata: omitted fields stay, null unsets a field or, on a linked dataset, shows the remote value.",
})
export class UpdateDatasetMetadataInput extends MetadataChangeInput {}

@InputType({ description: 'All metadata of a dataset, replacing the current ones.' })
export class ReplaceDatasetMetadataInput extends DatasetPartChangeInput {
  @Field(() => JsonMap, {
    description: 'The metadata as one map: template → field → `{value}`. Omitted entries are removed.',
  })
  metadata!: JsonObject;
}

@InputType({ description: "One template of a dataset's metadata, replacing its current fields." })
export class ReplaceDatasetMetadataTemplateInput extends DatasetPartChangeInput {
  @Field(() => String, { description: "The template's name." })
  template!: string;

  @Field(() => JsonMap, { description: 'The fields: field → `{value}`. Omitted fields are removed.' })
  fields!: JsonObject;
}

@InputType({ description: "A value for one field of a dataset's metadata." })
export class UpdateDatasetMetadataFieldInput extends DatasetPartChangeInput {
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
    description: 'Whether the value overrides that of the linked remote dataset, if there is one.',
  })
  isRemoteValueOverridden?: boolean | null;
}

@InputType({ description: "A field to remove from a dataset's metadata." })
export class DeleteDatasetMetadataFieldInput extends DatasetPartChangeInput {
  @Field(() => String, { description: "The template's name." })
  template!: string;

  @Field(() => String, { description: "The field's name." })
  field!: string;
}
