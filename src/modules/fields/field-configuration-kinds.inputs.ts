import { Directive, Field, InputType } from 'type-graphql';
import { fieldTypes } from '#api/types/field.type.ts';
import { TextOrInteger } from '#api/types/scalars.ts';
import type { AnnotationName } from '#engine/field-steps/annotate.ts';
import type { FieldType } from '#engine/records/field.ts';
import { annotations } from './field-configuration.type.ts';

@InputType({ description: 'A new name and label for a field.' })
export class RenameFieldInput {
  @Field(() => String, { description: 'The current name, 1 to 250 characters.' })
  fromName!: string;

  @Field(() => String, { description: 'The new name, 1 to 250 characters. It may equal the current name.' })
  toName!: string;

  @Field(() => String, { description: 'The label, 1 to 1000 characters.' })
  fieldLabel!: string;
}

@InputType({ description: 'The type of a field.' })
export class TypeFieldInput {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => fieldTypes, { description: 'The new type.' })
  typeParam!: FieldType;
}

@InputType({ description: 'An annotation of a field.' })
export class AnnotateFieldInput {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => annotations, { description: 'The subject of the annotation.' })
  annotation!: AnnotationName;

  @Field(() => [TextOrInteger], {
    defaultValue: [],
    description: 'The arguments: at most 100 texts of 1000 characters, or whole numbers.',
  })
  args!: (string | number)[];
}

@InputType({ description: 'A description of a field.' })
export class DescribeFieldInput {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => String, { description: 'The description, at most 10,000 characters; may be empty.' })
  description!: string;
}

@InputType({ description: 'The order of fields.' })
export class OrderFieldsInput {
  @Field(() => [String], { description: 'The names of the fields that come first, in order, each once.' })
  order!: string[];
}

@InputType({ description: 'A field to remove.' })
export class DeleteFieldInput {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;
}

@Directive('@oneOf')
@InputType({ description: 'The operation of a field configuration: exactly one of these.' })
export class FieldConfigurationInput {
  @Field(() => RenameFieldInput, { nullable: true, description: 'Renames and labels a field.' })
  rename?: RenameFieldInput | null;

  @Field(() => TypeFieldInput, { nullable: true, description: 'Sets the type of a field.' })
  type?: TypeFieldInput | null;

  @Field(() => AnnotateFieldInput, { nullable: true, description: 'Annotates a field.' })
  annotate?: AnnotateFieldInput | null;

  @Field(() => DescribeFieldInput, { nullable: true, description: 'Describes a field.' })
  description?: DescribeFieldInput | null;

  @Field(() => OrderFieldsInput, { nullable: true, description: 'Sets the order of the fields.' })
  order?: OrderFieldsInput | null;

  @Field(() => DeleteFieldInput, { nullable: true, description: 'Removes a field.' })
  delete?: DeleteFieldInput | null;
}
