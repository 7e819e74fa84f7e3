import { Field, ID, ObjectType } from 'type-graphql';
import { unreachableIdDescription } from '#api/node.type.ts';
import { JsonMap, JsonValue } from '#api/types/scalars.ts';
import { TypedValue } from '#api/types/typed-value.type.ts';
import type { Json } from '#kernel/json.ts';
import { defineTemplateType } from './define-template-type.ts';
import { assetContentConfigurationTemplate, defaultTemplate, internalTemplate } from './standard-templates.ts';
import { MetadataFieldType } from './metadata-template.type.ts';
import type { ChoiceLabels } from './template.ts';
import { visualizationTemplate } from './visualization-template.ts';

const DefaultMetadata = defineTemplateType(
  defaultTemplate,
  'DefaultMetadata',
  'What a dataset is described with: the default template.',
);
const VisualizationMetadata = defineTemplateType(
  visualizationTemplate,
  'VisualizationMetadata',
  'How the portal shows the records: the visualization template.',
);
const InternalMetadata = defineTemplateType(
  internalTemplate,
  'InternalMetadata',
  'What only editors see: the internal template.',
);
const AssetContentConfiguration = defineTemplateType(
  assetContentConfigurationTemplate,
  'AssetContentConfiguration',
  'How the records can be searched and filtered: the asset_content_configuration template.',
);

@ObjectType({ description: 'Published metadata by template, every field with its type; null where it is unset.' })
export class CatalogMetadata {
  @Field(() => ID, { description: unreachableIdDescription })
  id!: string;

  @Field(() => DefaultMetadata, { description: 'The metadata of the dataset.' })
  default!: object;

  @Field(() => VisualizationMetadata, { description: 'How the portal shows the records.' })
  visualization!: object;

  @Field(() => AssetContentConfiguration, { description: 'How the records can be searched and filtered.' })
  assetContentConfiguration!: object;
}

@ObjectType({ description: 'Drafted metadata by template, every field with its type; null where it is unset.' })
export class StandardMetadata extends CatalogMetadata {
  @Field(() => InternalMetadata, { description: 'What only editors see.' })
  internal!: object;
}

@ObjectType({ description: 'The value of a metadata field.' })
export class MetadataFieldValue {
  @Field(() => ID, { description: unreachableIdDescription })
  id!: string;

  @Field(() => String, { description: 'The name of the template.' })
  template!: string;

  @Field(() => String, { description: 'The name of the field.' })
  field!: string;

  @Field(() => String, {
    nullable: true,
    description: 'The label of the template. Null for a template that the portal does not have any more.',
  })
  templateTitle!: string | null;

  @Field(() => String, {
    nullable: true,
    description: 'The label of the field. Null for a field that its template does not list.',
  })
  label!: string | null;

  @Field(() => MetadataFieldType, {
    nullable: true,
    description: 'The type of the field. Null for a field that its template does not list.',
  })
  type!: `${MetadataFieldType}` | null;

  @Field(() => JsonValue, { nullable: true, description: 'The effective value.' })
  value!: Json;

  @Field(() => JsonMap, {
    nullable: true,
    description:
      'The labels of the choices that are in `value`: choice → language (ISO 639-1) → text. Null without labels.',
  })
  choiceLabels!: ChoiceLabels | null;

  @Field(() => TypedValue, { nullable: true, description: '`value` with its type.' })
  typedValue!: TypedValue | null;

  @Field(() => JsonValue, {
    nullable: true,
    description: 'The value of the linked remote dataset; null on a dataset that is not linked.',
  })
  remoteValue!: Json;

  @Field(() => TypedValue, { nullable: true, description: '`remoteValue` with its type.' })
  typedRemoteValue!: TypedValue | null;

  @Field(() => Boolean, {
    nullable: true,
    description: 'Whether the local value wins over the remote one; null on a dataset that is not linked.',
  })
  isRemoteValueOverridden!: boolean | null;
}
