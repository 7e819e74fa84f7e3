import { Field, ID, InputType, Int } from 'type-graphql';
import { expectedRevision } from '#api/types/change.inputs.ts';
import { JsonValue } from '#api/types/scalars.ts';
import { failFields } from '#kernel/fail.ts';
import type { Json } from '#kernel/json.ts';

@InputType({ description: 'A value for a metadata field of any template; `metadataTemplates` lists them.' })
export class MetadataFieldInput {
  @Field(() => String, { description: 'The name of the template, such as `dcat`.' })
  template!: string;

  @Field(() => String, { description: 'The name of the field, such as `creator`.' })
  field!: string;

  @Field(() => JsonValue, {
    nullable: true,
    description: 'The value, of the type of the field; null or omitted for an unset field.',
  })
  value?: Json;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the value overrides that of the linked remote dataset, if there is one.',
  })
  isRemoteValueOverridden?: boolean | null;
}

/** The metadata of an input: the fields that the catalog shows, under the names that it shows them by, and those of any template. */
@InputType({ description: 'What describes a dataset.' })
export abstract class MetadataValuesInput {
  @Field(() => String, { nullable: true, description: 'The title.' })
  title?: string | null;

  @Field(() => String, { nullable: true, description: 'The description, as HTML.' })
  description?: string | null;

  @Field(() => [String], { nullable: true, description: 'Words to find the dataset by.' })
  keywords?: string[] | null;

  @Field(() => [String], { nullable: true, description: 'The themes, by identifier.' })
  themes?: string[] | null;

  @Field(() => String, { nullable: true, description: 'The name of the license, such as `CC BY 4.0`.' })
  license?: string | null;

  @Field(() => String, { nullable: true, description: 'The identifier of the license.' })
  licenseId?: string | null;

  @Field(() => String, {
    nullable: true,
    description:
      'The language of data and description: `en`, `fr`, `nl`, `pt`, `it`, `ar`, `de`, `es`, `ca`, `eu` or `sv`.',
  })
  language?: string | null;

  @Field(() => String, { nullable: true, description: 'Who publishes the dataset.' })
  publisher?: string | null;

  @Field(() => [String], {
    nullable: true,
    description: 'The places that the data is about, by identifier.',
  })
  territories?: string[] | null;

  @Field(() => [MetadataFieldInput], {
    nullable: true,
    description: 'Values of other metadata fields, at most 1000, each field once.',
  })
  metadataFields?: MetadataFieldInput[] | null;
}

/** The fields of a change of a dataset's metadata. */
@InputType({ description: "A change of a dataset's metadata." })
export abstract class MetadataChangeInput extends MetadataValuesInput {
  @Field(() => ID, { description: "The dataset's uid." })
  datasetUid!: string;

  @Field(() => Int, expectedRevision)
  expectedRevision?: number | null;
}

/** The fields of an input, each with the template and the name of the metadata field that it sets. */
const describedFields = [
  ['title', 'default', 'title'],
  ['description', 'default', 'description'],
  ['keywords', 'default', 'keyword'],
  ['themes', 'internal', 'theme_id'],
  ['license', 'default', 'license'],
  ['licenseId', 'internal', 'license_id'],
  ['language', 'default', 'language'],
  ['publisher', 'default', 'publisher'],
  ['territories', 'default', 'geographic_reference'],
] as const;

/** A metadata field that an input gives, unchecked. */
interface GivenField {
  /** Where the input has it. */
  readonly path: string;
  /** Whether the input has a field of its own for it, so that `path` is the place of its value. */
  readonly isNamed: boolean;
  readonly template: string;
  readonly field: string;
  readonly value: Json;
  readonly override: boolean | undefined;
}

const maxFields = 1_000;

/** The metadata fields that an input gives. Fails INVALID_INPUT for too many, and for a field that is given twice. */
export function givenFields(input: object): readonly GivenField[] {
  // GraphQL has validated the input against the types of its fields
  const values: MetadataValuesInput = { ...input };
  const others = values.metadataFields ?? [];
  if (others.length > maxFields) failFields({ metadataFields: [`Send at most ${maxFields} fields.`] });
  const fields = [
    ...describedFields.flatMap(([path, template, field]): GivenField[] => {
      const { [path]: value } = values;
      return value === undefined ? [] : [{ path, isNamed: true, template, field, value, override: undefined }];
    }),
    ...others.map(({ template, field, value = null, isRemoteValueOverridden }, index) => ({
      path: `metadataFields.${index}`,
      isNamed: false,
      template,
      field,
      value,
      override: isRemoteValueOverridden ?? undefined,
    })),
  ];
  requireEachOnce(fields);
  return fields;
}

/** Fails INVALID_INPUT when two entries of an input set one metadata field. */
function requireEachOnce(fields: readonly GivenField[]): void {
  const paths = new Map<string, string>();
  for (const { path, template, field } of fields) {
    // the license is one, under the names of two templates
    const key = field === 'license_id' && /^(default|internal)$/.test(template) ? field : `${template}.${field}`;
    const first = paths.get(key);
    if (first !== undefined) failFields({ [path]: [`${first} sets this field as well: send one of them.`] });
    paths.set(key, path);
  }
}
