import { Field, InputType } from 'type-graphql';
import { ForRest } from '#api/for-rest.ts';
import { JsonMap } from '#api/types/scalars.ts';
import type { JsonObject } from '#kernel/json.ts';
import { MetadataFieldType, MetadataTemplateKind, RequirementLevel } from './metadata-template.type.ts';

@InputType({ description: 'A field of a custom metadata template.' })
export class MetadataTemplateFieldInput {
  @Field(() => String, {
    description:
      'The name in the metadata: 1 to 64 lower-case letters, digits, `_` and `-`; each once in the template.',
  })
  name!: string;

  @Field(() => MetadataFieldType, {
    nullable: true,
    description: 'The type of the value; `text` by default. It does not change while a dataset has a value.',
  })
  type?: `${MetadataFieldType}` | null;

  @Field(() => String, { nullable: true, description: 'The label, 200 characters at most; the name by default.' })
  label?: string | null;

  @Field(() => String, { nullable: true, description: 'The help text, 2,000 characters at most.' })
  helpText?: string | null;

  @Field(() => [String], {
    nullable: true,
    description:
      'The values of a type with choices, which needs 1 to 500, each once, of 200 characters at most; URIs for `uri_enum` and `uri_enumlist`. Other types have none.',
  })
  choices?: string[] | null;

  @Field(() => JsonMap, { nullable: true, description: 'The labels of the choices: choice → language → text.' })
  labels?: JsonObject | null;

  @Field(() => RequirementLevel, {
    nullable: true,
    description: 'How important a value is; `optional` by default.',
  })
  requirementLevel?: `${RequirementLevel}` | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether values of datasets are suggested to editors; false by default.',
  })
  hasSelfSuggestions?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the catalog can be filtered by the values; false by default.',
  })
  isFilter?: boolean | null;

  @Field(() => Boolean, {
    nullable: true,
    description:
      'Whether the value may be texts by language; false by default, and only for `text`, `longstring` and `html`. It does not change while a dataset has a value.',
  })
  isTranslated?: boolean | null;
}

@InputType({ description: 'A metadata template to create. A portal has at most 100.' })
export class CreateMetadataTemplateInput {
  @Field(() => String, {
    description: 'The name in the metadata, which never changes: 1 to 64 lower-case letters, digits, `_` and `-`.',
  })
  name!: string;

  @Field(() => String, { description: 'The label, 200 characters at most.' })
  title!: string;

  @Field(() => MetadataTemplateKind, {
    description: '`basic`, or `admin` for what only editors see.',
  })
  type!: `${MetadataTemplateKind}`;

  @Field(() => Boolean, { description: 'Whether datasets are described with the template.' })
  isActive!: boolean;

  @Field(() => [MetadataTemplateFieldInput], { description: 'The fields, in the order of a form; at most 200.' })
  schema!: MetadataTemplateFieldInput[];
}

@InputType({
  description:
    'A change of a metadata template; an omitted field keeps its value. Of a template of every portal, only `isActive` changes.',
})
export class UpdateMetadataTemplateInput {
  @Field(() => String, { description: 'The name of the template.' })
  template!: string;

  @ForRest()
  @Field(() => String, {
    nullable: true,
    description: 'The name again, which a body may have; another one is invalid, because the name never changes.',
  })
  name?: string | null;

  @Field(() => String, { nullable: true, description: 'The label, 200 characters at most; cannot be cleared.' })
  title?: string | null;

  @Field(() => MetadataTemplateKind, { nullable: true, description: '`basic` or `admin`; cannot be cleared.' })
  type?: `${MetadataTemplateKind}` | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether datasets are described with the template. Values stay stored where it is inactive.',
  })
  isActive?: boolean | null;

  @Field(() => [MetadataTemplateFieldInput], {
    nullable: true,
    description:
      'All fields, at most 200. One that is not among them is removed, which fails while a dataset has a value.',
  })
  schema?: MetadataTemplateFieldInput[] | null;
}

@InputType({ description: 'The metadata template to delete.' })
export class DeleteMetadataTemplateInput {
  @Field(() => String, { description: 'The name of the template.' })
  name!: string;
}
