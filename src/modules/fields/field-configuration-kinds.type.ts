import { Field, ObjectType } from 'type-graphql';
import { fieldTypes } from '../../api/types/field.type.ts';
import { TextOrInteger } from '../../api/types/scalars.ts';
import type { AnnotationName } from '../../engine/field-steps/annotate.ts';
import type { FieldType } from '../../engine/records/field.ts';
import { annotations, FieldConfiguration } from './field-configuration.type.ts';

@ObjectType({
  implements: FieldConfiguration,
  description: 'Gives a field another name and label. Fields that come to have one name are one field.',
})
export class RenameFieldConfiguration extends FieldConfiguration {
  @Field(() => String, { description: 'The name that it has.' })
  fromName!: string;

  @Field(() => String, { description: 'The name that it gets; may be the same.' })
  toName!: string;

  @Field(() => String, { description: 'What people read.' })
  fieldLabel!: string;
}

@ObjectType({
  implements: FieldConfiguration,
  description:
    'Settles the type of a field; values that do not fit are emptied, and told in the status of the publication.',
})
export class TypeFieldConfiguration extends FieldConfiguration {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => fieldTypes, { description: 'The type that it gets.' })
  typeParam!: FieldType;
}

@ObjectType({
  implements: FieldConfiguration,
  description: 'Puts a remark on a field, in the place of one about the same.',
})
export class AnnotateFieldConfiguration extends FieldConfiguration {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => annotations, { description: 'What the remark is about.' })
  annotation!: AnnotationName;

  @Field(() => [TextOrInteger], { description: 'What it says.' })
  args!: readonly (string | number)[];
}

@ObjectType({ implements: FieldConfiguration, description: 'Says what a field means.' })
export class DescriptionFieldConfiguration extends FieldConfiguration {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => String, { description: 'What it means; may be empty.' })
  description!: string;
}

@ObjectType({
  implements: FieldConfiguration,
  description: 'Says which fields come first; the others follow in the order they have.',
})
export class OrderFieldConfiguration extends FieldConfiguration {
  @Field(() => [String], { description: 'The names of fields, in order.' })
  order!: readonly string[];
}

@ObjectType({ implements: FieldConfiguration, description: 'Leaves a field out of the schema and of every record.' })
export class DeleteFieldConfiguration extends FieldConfiguration {
  @Field(() => String, { description: 'The name of the field.' })
  field!: string;
}
