import { Field, ObjectType } from 'type-graphql';
import { FieldAnnotation, fieldTypes } from '#api/types/field.type.ts';
import { JsonMap } from '#api/types/scalars.ts';
import type { FieldType } from '#engine/records/field.ts';
import type { JsonObject } from '#kernel/json.ts';

@ObjectType({ description: 'A field of the records of a preview.' })
export class PreviewField {
  @Field(() => String, { description: 'The key of the field in the records.' })
  name!: string;

  @Field(() => String, { description: 'The label.' })
  label!: string;

  @Field(() => fieldTypes, { description: 'The configured type, else the narrowest type that all values fit.' })
  type!: FieldType;

  @Field(() => String, { description: 'The description; empty when there is none.' })
  description!: string;

  @Field(() => String, { description: 'The name of the field in the source.' })
  originalName!: string;

  @Field(() => [FieldAnnotation], { description: 'Remarks, such as a unit.' })
  annotations!: readonly FieldAnnotation[];
}

@ObjectType({
  description:
    "The first records of a resource as publishing would store them: after the dataset's processors and field configurations.",
})
export class ResourcePreview {
  @Field(() => [PreviewField], { description: 'The fields of the records, in order.' })
  fields!: readonly PreviewField[];

  @Field(() => [JsonMap], { description: 'The records by field name, 20 at most.' })
  records!: readonly JsonObject[];
}
