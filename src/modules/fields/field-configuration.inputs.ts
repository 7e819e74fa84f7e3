import { Directive, Field, ID, InputType } from 'type-graphql';
import { DatasetPartChangeInput } from '#api/types/change.inputs.ts';
import { fieldTypes } from '#api/types/field.type.ts';
import { TextOrInteger } from '#api/types/scalars.ts';
import type { AnnotationName } from '#engine/field-steps.ts';
import type { FieldType } from '#engine/records/record.ts';
import { annotations } from './field-configuration.type.ts';

@InputType({ description: 'A new name and label for a field.' })
class RenameFieldInput {
  @Field(() => String, { description: 'The current name, 1 to 250 characters.' })
  fromName!: string;

  @Field(() => String, { description: 'The new name, 1 to 250 characters. It may equal the current name.' })
  toName!: string;

  @Field(() => String, { description: 'The label, 1 to 1000 characters.' })
  fieldLabel!: string;
}

@InputType({ description: 'The type of a field.' })
class TypeFieldInput {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => fieldTypes, { description: 'The new type.' })
  typeParam!: FieldType;
}

@InputType({ description: 'An annotation of a field.' })
class AnnotateFieldInput {
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
class DescribeFieldInput {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => String, { description: 'The description, at most 10,000 characters; may be empty.' })
  description!: string;
}

@InputType({ description: 'The order of fields.' })
class OrderFieldsInput {
  @Field(() => [String], { description: 'The names of the fields that come first, in order, each once.' })
  order!: string[];
}

@InputType({ description: 'A field to remove.' })
class DeleteFieldInput {
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

@InputType({ description: "A field configuration to append to a dataset's stack." })
export class AppendFieldConfigurationInput extends DatasetPartChangeInput {
  @Field(() => String, { description: 'A label of at most 1000 characters; may be empty.' })
  label!: string;

  @Field(() => FieldConfigurationInput, { description: 'The operation.' })
  configuration!: FieldConfigurationInput;
}

@InputType({ description: 'A change of a field configuration in place. Omitted fields are kept.' })
export class UpdateFieldConfigurationInput extends DatasetPartChangeInput {
  @Field(() => ID, { description: "The configuration's uid." })
  uid!: string;

  @Field(() => String, { nullable: true, description: 'A new label; cannot be null.' })
  label?: string | null;

  @Field(() => FieldConfigurationInput, {
    nullable: true,
    description: 'The new operation, which may be of another type; cannot be null.',
  })
  configuration?: FieldConfigurationInput | null;
}

@InputType({ description: "A field configuration to remove from a dataset's stack." })
export class DeleteFieldConfigurationInput extends DatasetPartChangeInput {
  @Field(() => ID, { description: "The configuration's uid." })
  uid!: string;
}

@InputType({ description: 'A field configuration that the dataset must have.' })
export class DesiredFieldConfigurationInput {
  @Field(() => ID, {
    nullable: true,
    description:
      'The configuration to update. Without a uid: an equal configuration, else one of the same type, else a new one.',
  })
  uid?: string | null;

  @Field(() => String, { description: 'A label of at most 1000 characters; may be empty.' })
  label!: string;

  @Field(() => FieldConfigurationInput, { description: 'The operation.' })
  configuration!: FieldConfigurationInput;
}
