import { ArgsType, Field, InputType, Int, ObjectType, registerEnumType } from 'type-graphql';
import { ForRest } from '#api/for-rest.ts';
import { DeletionPayload } from '#api/node.type.ts';
import { ChangedObject, ConnectionTypeOf } from '#api/reading/connection.type.ts';
import { DateTime, JsonMap } from '#api/types/scalars.ts';
import { RelatedUser } from '#identity/index.ts';
import type { ChoiceLabels } from './template.ts';

export enum MetadataTemplateKind {
  interop = 'interop',
  basic = 'basic',
  extra = 'extra',
  admin = 'admin',
}
registerEnumType(MetadataTemplateKind, {
  name: 'MetadataTemplateKind',
  description: 'The purpose of a template.',
  valuesConfig: {
    interop: { description: 'Exchange with other catalogs.' },
    basic: { description: 'Describes every dataset.' },
    extra: { description: 'Additional fields of a portal.' },
    admin: { description: 'Notes of administrators.' },
  },
});

/** The types of metadata fields as the graph's enum. */
export enum MetadataFieldType {
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
  description: 'The type of the value of a metadata field.',
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

export enum RequirementLevel {
  optional = 'optional',
  recommended = 'recommended',
  mandatory = 'mandatory',
}
registerEnumType(RequirementLevel, {
  name: 'RequirementLevel',
  description: 'How important a value is. A missing value is never an error.',
  valuesConfig: {
    optional: { description: 'The value is optional.' },
    recommended: { description: 'The value is recommended.' },
    mandatory: { description: 'The value is needed for exchange with other catalogs.' },
  },
});

@ObjectType({ description: 'A field of a metadata template, described for a form.' })
export class MetadataTemplateField {
  @Field(() => String, { description: 'The name in the metadata.' })
  name!: string;

  @Field(() => MetadataFieldType, { description: 'The type of the value.' })
  type!: `${MetadataFieldType}`;

  @Field(() => String, { description: 'The label.' })
  label!: string;

  @Field(() => String, { description: 'The help text.' })
  helpText!: string;

  @Field(() => Boolean, { description: 'Whether forms hide the field. Clients may still write it.' })
  isHidden!: boolean;

  @Field(() => [String], { description: 'The values to choose from. Empty unless the type is an enum.' })
  choices!: readonly string[];

  @Field(() => RequirementLevel, { description: 'How important a value is.' })
  requirementLevel!: `${RequirementLevel}`;

  @Field(() => JsonMap, {
    nullable: true,
    description: 'The labels of the choices: choice → language → text. Null without labels.',
  })
  labels!: ChoiceLabels | null;

  @Field(() => Boolean, { description: 'Whether values of datasets are suggested to editors.' })
  hasSelfSuggestions!: boolean;

  @Field(() => Boolean, { description: 'Whether the catalog can be filtered by the values.' })
  isFilter!: boolean;

  @Field(() => Boolean, { description: 'Whether the value may be texts by language (ISO 639-1) instead of one text.' })
  isTranslated!: boolean;

  @ForRest()
  @Field(() => String, { nullable: true, description: 'The help text; null where a custom template has none.' })
  givenHelpText!: string | null;

  @ForRest()
  @Field(() => [String], { nullable: true, description: 'The choices; null where a custom template has none.' })
  givenChoices!: readonly string[] | null;
}

@ObjectType({ description: 'Values that are suggested for a metadata field.' })
export class MetadataSuggestions {
  @Field(() => [String], {
    description: 'The values: those that begin with the searched text first, then in the order of the alphabet.',
  })
  texts!: readonly string[];

  @Field(() => Int, { description: 'The number of all values that contain the text.' })
  totalCount!: number;

  @ForRest()
  @Field(() => Boolean, { description: 'Whether all values were searched, which they always are.' })
  isExhaustive!: boolean;

  @ForRest()
  @Field(() => Int, { description: 'The time that it took to find them, in milliseconds.' })
  processingTimeMs!: number;
}

@ObjectType({ description: 'A page of the fields of a template.' })
export class MetadataTemplateFieldConnection extends ConnectionTypeOf(MetadataTemplateField, 'MetadataTemplateField') {}

@ObjectType('MetadataTemplate', { description: 'A namespace of metadata fields.' })
export class MetadataTemplateType {
  @Field(() => String, { description: 'The name in the metadata.' })
  name!: string;

  @Field(() => String, { description: 'The label.' })
  title!: string;

  @Field(() => MetadataTemplateKind, { description: 'The purpose of the template.' })
  type!: `${MetadataTemplateKind}`;

  @Field(() => Boolean, { description: 'Whether datasets are described with the template.' })
  isActive!: boolean;

  @Field(() => Boolean, { description: 'Whether the template cannot be deactivated.' })
  isAlwaysActive!: boolean;

  @Field(() => Boolean, { description: 'Whether every portal has the same fields.' })
  isSystem!: boolean;

  @Field(() => Boolean, { description: 'Whether the template accepts unlisted fields, with any value.' })
  isOpen!: boolean;

  @Field(() => Boolean, { description: 'Whether an administrator of the portal defined the template.' })
  isCustom!: boolean;

  @Field(() => DateTime, { nullable: true, description: 'When it was created; null for a template of every portal.' })
  createdAt!: string | null;

  @Field(() => RelatedUser, {
    nullable: true,
    description: 'Who created it. Null for a template of every portal, and when that user was deleted.',
  })
  createdBy!: RelatedUser | null;

  @Field(() => DateTime, { nullable: true, description: 'When it was changed last; null when it never was.' })
  updatedAt!: string | null;

  @Field(() => RelatedUser, {
    nullable: true,
    description: 'Who changed it last. Null when no one did, and when that user was deleted.',
  })
  updatedBy!: RelatedUser | null;

  @ForRest()
  @Field(() => [MetadataTemplateField], { description: 'All fields, at most 200, in the order of a form.' })
  schema!: readonly MetadataTemplateField[];
}

@ObjectType({ implements: DeletionPayload, description: 'A deleted metadata template.' })
export class DeleteMetadataTemplatePayload extends DeletionPayload {
  @Field(() => String, { description: 'The name of the deleted template.' })
  name!: string;
}

@ObjectType({ description: 'A page of a list of templates.' })
export class MetadataTemplateConnection extends ConnectionTypeOf(MetadataTemplateType, 'MetadataTemplate') {}

@ObjectType({ description: 'A metadata template after a change.' })
export class MetadataTemplatePayload {
  @ChangedObject(
    MetadataTemplateConnection,
    'metadataTemplates',
    'The template. Null when it was deleted in the meantime.',
  )
  metadataTemplate!: MetadataTemplateType | null;
}

@InputType({ description: 'Conditions on templates, all of which must hold.' })
export class MetadataTemplateFilter {
  @Field(() => Boolean, {
    nullable: true,
    description: 'Only templates that are active, or only templates that are not.',
  })
  isActive?: boolean | null;

  @Field(() => MetadataTemplateKind, { nullable: true, description: 'Only templates of this kind.' })
  type?: `${MetadataTemplateKind}` | null;
}

@ArgsType()
export class MetadataTemplateArgs {
  @Field(() => MetadataTemplateFilter, { nullable: true, description: 'Which templates.' })
  filter?: MetadataTemplateFilter | null;
}
