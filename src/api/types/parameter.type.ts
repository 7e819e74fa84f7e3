import { Field, ObjectType, registerEnumType } from 'type-graphql';

enum ParameterKind {
  text = 'text',
  field = 'field',
  fields = 'fields',
  int = 'int',
  double = 'double',
  boolean = 'boolean',
}
registerEnumType(ParameterKind, {
  name: 'ParameterKind',
  description: 'What the value of a parameter is.',
  valuesConfig: {
    text: { description: 'A text.' },
    field: { description: 'The name of a field of the records.' },
    fields: { description: 'Names of fields, as a list or as a text with commas between them.' },
    int: { description: 'A whole number.' },
    double: { description: 'A number.' },
    boolean: { description: 'True or false.' },
  },
});

@ObjectType('Parameter', { description: 'A setting of an extractor or a processor, described for a form.' })
export class ParameterType {
  @Field(() => String, { description: 'Its name in `params`.' })
  name!: string;

  @Field(() => ParameterKind, { description: 'What its value is.' })
  type!: `${ParameterKind}`;

  @Field(() => String, { description: 'What people read.' })
  label!: string;

  @Field(() => Boolean, { description: 'Whether a value is needed, sent or by default.' })
  isMandatory!: boolean;

  @Field(() => String, { nullable: true, description: 'What it is for.' })
  description?: string;

  @Field(() => String, {
    nullable: true,
    description: 'The value when none is sent, as text whatever the type: `"1"`, `"true"`.',
  })
  default?: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether a form leaves it out.' })
  hidden?: boolean;

  @Field(() => String, { nullable: true, description: '`"true"` when blanks around the value are dropped.' })
  trim?: string;

  @Field(() => [String], { nullable: true, description: 'The values to choose from; null when any will do.' })
  choices?: readonly string[];

  @Field(() => Boolean, { nullable: true, description: 'Whether the name of a field may be a new one.' })
  canCreateField?: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a change of it makes the other parameters worth guessing again.',
  })
  impactsGuessedParameters?: boolean;
}
