import { Field, ObjectType, registerEnumType } from 'type-graphql';
import { toTypedValue, TypedValue } from './typed-value.type.ts';
import { type Parameter, parseParameter } from '#engine/parameters.ts';
import type { Json, JsonObject } from '#kernel/json.ts';

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
  description: 'The type of the value of a parameter.',
  valuesConfig: {
    text: { description: 'A text.' },
    field: { description: 'The name of a field of the records.' },
    fields: { description: 'Names of fields, as a list or as a comma-separated text.' },
    int: { description: 'A whole number.' },
    double: { description: 'A number.' },
    boolean: { description: 'True or false.' },
  },
});

@ObjectType('Parameter', { description: 'A setting of an extractor or a processor, described for a form.' })
export class ParameterType {
  @Field(() => String, { description: 'The name in `params`.' })
  name!: string;

  @Field(() => ParameterKind, { description: 'The type of the value.' })
  type!: `${ParameterKind}`;

  @Field(() => String, { description: 'The label, for people.' })
  label!: string;

  @Field(() => Boolean, { description: 'Whether the parameter needs a value: one that is sent, or the default.' })
  isMandatory!: boolean;

  @Field(() => String, { nullable: true, description: 'The purpose of the parameter.' })
  description?: string;

  @Field(() => String, {
    nullable: true,
    description: 'The value when none is sent, always as text: `"1"`, `"true"`.',
  })
  default?: string;

  @Field(() => Boolean, { nullable: true, description: 'Whether forms hide the parameter.' })
  isHidden?: boolean;

  @Field(() => String, { nullable: true, description: '`"true"` when white space around the value is removed.' })
  trim?: string;

  @Field(() => [String], { nullable: true, description: 'The allowed values; null when any value is allowed.' })
  choices?: readonly string[];

  @Field(() => Boolean, { nullable: true, description: 'Whether the value may name a field that does not exist yet.' })
  canCreateField?: boolean;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether a change asks for guessing the others again.',
  })
  hasImpactOnGuesses?: boolean;
}

@ObjectType({ description: 'A parameter of a processor or of an extractor, with its value.' })
export class ParameterValue {
  @Field(() => String, { description: 'The name in `params`.' })
  name!: string;

  @Field(() => ParameterKind, { description: 'The type of the value.' })
  type!: `${ParameterKind}`;

  @Field(() => TypedValue, {
    nullable: true,
    description:
      'The stored value, converted to the type, else the default; null without both. One that does not fit the type is unchanged.',
  })
  value!: TypedValue | null;

  @Field(() => Boolean, { description: 'Whether no value is stored, so that the default is used.' })
  isDefault!: boolean;
}

/** The described parameters, in order, with the values that they take from stored parameters. */
export const parameterValues = (parameters: readonly Parameter[], params: JsonObject): ParameterValue[] =>
  parameters.map((parameter) => {
    const { name, type } = parameter;
    const stored = Object.hasOwn(params, name) ? (params[name] ?? null) : null;
    return { name, type, isDefault: stored === null, value: toTypedValue(valueOf(parameter, stored)) };
  });

/** The value of a parameter: parsed as an extractor or a processor parses it, or as it is stored where it does not fit its type. */
function valueOf(parameter: Parameter, stored: Json): Json {
  const given = stored ?? parameter.default;
  if (given === undefined) return null;
  const parsed = parseParameter(parameter, given);
  return 'value' in parsed ? parsed.value : given;
}
