import { Field, ObjectType } from 'type-graphql';
import { fieldTypes } from '#api/types/field.type.ts';
import { TextOrInteger } from '#api/types/scalars.ts';
import type { AnnotationName } from '#engine/field-steps/annotate.ts';
import type { FieldType } from '#engine/records/field.ts';
import { annotations, FieldConfiguration } from './field-configuration.type.ts';

@ObjectType({
  implements: FieldConfiguration,
  description: 'Renames and labels a field. Fields that get the same name become one field.',
})
export class RenameFieldConfiguration extends FieldConfiguration {
  @Field(() => String, { description: 'The current name.' })
  fromName!: string;

  @Field(() => String, { description: 'The new name, which may equal the current name.' })
  toName!: string;

  @Field(() => String, { description: 'The label.' })
  fieldLabel!: string;
}

@ObjectType({
  implements: FieldConfiguration,
  description:
    'Sets the type of a field. Values that do not fit become null and are reported in the status of the publication.',
})
export class TypeFieldConfiguration extends FieldConfiguration {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => fieldTypes, { description: 'The new type.' })
  typeParam!: FieldType;
}

@ObjectType({
  implements: FieldConfiguration,
  description: 'Annotates a field; replaces an annotation with the same subject.',
})
export class AnnotateFieldConfiguration extends FieldConfiguration {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => annotations, { description: 'The subject of the annotation.' })
  annotation!: AnnotationName;

  @Field(() => [TextOrInteger], { description: 'The arguments of the annotation.' })
  args!: readonly (string | number)[];
}

@ObjectType({ implements: FieldConfiguration, description: 'Describes a field.' })
export class DescriptionFieldConfiguration extends FieldConfiguration {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => String, { description: 'The description; may be empty.' })
  description!: string;
}

@ObjectType({
  implements: FieldConfiguration,
  description: 'Sets which fields come first; the others follow in their current order.',
})
export class OrderFieldConfiguration extends FieldConfiguration {
  @Field(() => [String], { description: 'The names of fields, in order.' })
  order!: readonly string[];

  @Field(() => [TextOrInteger], { description: 'The same names as in `order`.' })
  args!: readonly string[];
}

@ObjectType({ implements: FieldConfiguration, description: 'Removes a field from the schema and from every record.' })
export class DeleteFieldConfiguration extends FieldConfiguration {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;
}
