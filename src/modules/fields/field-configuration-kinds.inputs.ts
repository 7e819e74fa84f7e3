import { Field, InputType } from 'type-graphql';
import { fieldTypes } from '../../api/types/field.type.ts';
import { TextOrInteger } from '../../api/types/scalars.ts';
import type { AnnotationName } from '../../engine/field-steps/annotate.ts';
import type { FieldType } from '../../engine/records/field.ts';
import { annotations } from './field-configuration.type.ts';

@InputType({ description: 'Another name and label of a field.' })
export class RenameFieldInput {
  @Field(() => String, { description: 'The name that it has; 1 to 250 characters.' })
  fromName!: string;

  @Field(() => String, { description: 'The name that it gets, 1 to 250 characters; may be the same.' })
  toName!: string;

  @Field(() => String, { description: 'What people read; 1 to 1000 characters.' })
  fieldLabel!: string;
}

@InputType({ description: 'The type of a field.' })
export class TypeFieldInput {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => fieldTypes, { description: 'The type that it gets.' })
  typeParam!: FieldType;
}

@InputType({ description: 'A remark on a field.' })
export class AnnotateFieldInput {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => annotations, { description: 'What the remark is about.' })
  annotation!: AnnotationName;

  @Field(() => [TextOrInteger], {
    defaultValue: [],
    description: 'What it says: at most 100 texts of 1000 characters, or whole numbers.',
  })
  args!: (string | number)[];
}

@InputType({ description: 'What a field means.' })
export class DescribeFieldInput {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => String, { description: 'What it means; may be empty, at most 10,000 characters.' })
  description!: string;
}

@InputType({ description: 'Which fields come first.' })
export class OrderFieldsInput {
  @Field(() => [String], { description: 'The names of fields in order, each once.' })
  order!: string[];
}

@InputType({ description: 'A field to be left out.' })
export class DeleteFieldInput {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;
}

@InputType({ description: 'What a field configuration does: exactly one of these.' })
export class FieldConfigurationInput {
  @Field(() => RenameFieldInput, { nullable: true, description: 'Gives a field another name and label.' })
  rename?: RenameFieldInput | null;

  @Field(() => TypeFieldInput, { nullable: true, description: 'Settles the type of a field.' })
  type?: TypeFieldInput | null;

  @Field(() => AnnotateFieldInput, { nullable: true, description: 'Puts a remark on a field.' })
  annotate?: AnnotateFieldInput | null;

  @Field(() => DescribeFieldInput, { nullable: true, description: 'Says what a field means.' })
  description?: DescribeFieldInput | null;

  @Field(() => OrderFieldsInput, { nullable: true, description: 'Says which fields come first.' })
  order?: OrderFieldsInput | null;

  @Field(() => DeleteFieldInput, { nullable: true, description: 'Leaves a field out.' })
  delete?: DeleteFieldInput | null;
}
