import { ArgsType, Field, ObjectType, registerEnumType } from 'type-graphql';
import { ConnectionOf } from '../../../api/reading/connection.type.ts';

enum MetadataTemplateKind {
  interop = 'interop',
  basic = 'basic',
  extra = 'extra',
  admin = 'admin',
}
registerEnumType(MetadataTemplateKind, {
  name: 'MetadataTemplateKind',
  description: 'What a template is for.',
  valuesConfig: {
    interop: { description: 'Exchange with other catalogs.' },
    basic: { description: 'Every dataset.' },
    extra: { description: 'What a portal adds for its own datasets.' },
    admin: { description: 'Notes of administrators.' },
  },
});

enum MetadataFieldType {
  text = 'text',
  date = 'date',
  datetime = 'datetime',
  geo_shape = 'geo_shape',
  geo_area = 'geo_area',
  html = 'html',
  multitext = 'multitext',
  boolean = 'boolean',
  int = 'int',
  double = 'double',
  longstring = 'longstring',
  enum = 'enum',
  list = 'list',
  enumlist = 'enumlist',
  uri_enum = 'uri_enum',
  uri_enumlist = 'uri_enumlist',
}
registerEnumType(MetadataFieldType, {
  name: 'MetadataFieldType',
  description: 'What the value of a metadata field is.',
  valuesConfig: {
    text: { description: 'A line of text.' },
    longstring: { description: 'A long text.' },
    html: { description: 'A text as HTML.' },
    multitext: { description: 'Several texts, or texts by name.' },
    date: { description: 'A date.' },
    datetime: { description: 'An instant.' },
    geo_shape: { description: 'A shape, as GeoJSON.' },
    geo_area: { description: 'An area by its identifier.' },
    boolean: { description: 'True or false.' },
    int: { description: 'A whole number.' },
    double: { description: 'A number.' },
    enum: { description: 'One of the choices.' },
    enumlist: { description: 'Several of the choices.' },
    list: { description: 'A list of values.' },
    uri_enum: { description: 'One of the choices, which are URIs.' },
    uri_enumlist: { description: 'Several of the choices, which are URIs.' },
  },
});

enum RequirementLevel {
  optional = 'optional',
  recommended = 'recommended',
  mandatory = 'mandatory',
}
registerEnumType(RequirementLevel, {
  name: 'RequirementLevel',
  description: 'How much a dataset should have a value; nothing is refused for the lack of one.',
  valuesConfig: {
    optional: { description: 'It may.' },
    recommended: { description: 'It should.' },
    mandatory: { description: 'It has to, to be found elsewhere.' },
  },
});

@ObjectType({ description: 'A field of a metadata template, described for a form.' })
export class MetadataTemplateField {
  @Field(() => String, { description: 'Its name in the metadata.' })
  name!: string;

  @Field(() => MetadataFieldType, { description: 'What its value is.' })
  type!: `${MetadataFieldType}`;

  @Field(() => String, { description: 'What people read.' })
  label!: string;

  @Field(() => String, { description: 'What the value means.' })
  helpText!: string;

  @Field(() => Boolean, { description: 'Whether forms leave it out: it is there for clients that write it.' })
  isHidden!: boolean;

  @Field(() => [String], { description: 'The values to choose from; none where the type is no enum.' })
  choices!: readonly string[];

  @Field(() => RequirementLevel, { description: 'How much a dataset should have a value.' })
  requirementLevel!: `${RequirementLevel}`;
}

@ObjectType({ description: 'A page of the fields of a template.' })
export class MetadataTemplateFieldConnection extends ConnectionOf(MetadataTemplateField, 'MetadataTemplateField') {}

@ObjectType('MetadataTemplate', { description: 'A namespace of metadata fields.' })
export class MetadataTemplateType {
  @Field(() => String, { description: 'Its name in the metadata.' })
  name!: string;

  @Field(() => String, { description: 'What people read.' })
  title!: string;

  @Field(() => MetadataTemplateKind, { description: 'What it is for.' })
  type!: `${MetadataTemplateKind}`;

  @Field(() => Boolean, { description: 'Whether datasets are described with it.' })
  isActive!: boolean;

  @Field(() => Boolean, { description: 'Whether a portal cannot do without it.' })
  isAlwaysActive!: boolean;

  @Field(() => Boolean, { description: 'Whether its fields are the same on every portal.' })
  isSystem!: boolean;

  @Field(() => Boolean, { description: 'Whether it takes fields beyond those listed, with any value.' })
  isOpen!: boolean;
}

@ObjectType({ description: 'A page of a list of templates.' })
export class MetadataTemplateConnection extends ConnectionOf(MetadataTemplateType, 'MetadataTemplate') {}

/** Which templates. */
@ArgsType()
export class MetadataTemplateArgs {
  @Field(() => Boolean, { nullable: true, description: 'Only those that are active, or that are not.' })
  isActive?: boolean | null;

  @Field(() => MetadataTemplateKind, { nullable: true, description: 'Only those of this kind.' })
  type?: `${MetadataTemplateKind}` | null;
}
