import { toNodeId } from '#kernel/ids.ts';
import { toTypedValue } from '#api/types/typed-value.ts';
import type { DatasetMetadata, MetadataValue } from '#datasets/index.ts';
import type { CatalogMetadata, MetadataFieldValue, StandardMetadata } from './metadata.type.ts';
import { toTemplateValues } from './define-template-type.ts';
import type { TemplateValues } from './values/metadata.rules.ts';
import { assetContentConfigurationTemplate } from './templates/standard/asset-content-configuration.ts';
import { defaultTemplate } from './templates/standard/default.ts';
import { internalTemplate } from './templates/standard/internal.ts';
import { fieldTypeOf } from './templates/describe-templates.ts';
import { templates } from './templates/registry.ts';
import { visualizationTemplate } from './templates/standard/visualization/visualization.ts';

/** The properties of a dataset that the functions below read. */
interface DatasetWithMetadata {
  readonly uid: string;
  readonly metadata: DatasetMetadata;
}

/** The drafted values of the standard templates, by the graph's names. */
export const toStandardMetadata = ({ uid, metadata }: DatasetWithMetadata): StandardMetadata => ({
  id: toNodeId('StandardMetadata', uid),
  ...sharedTemplates(uid, metadata),
  internal: { id: toNodeId('InternalMetadata', uid), ...toTemplateValues(internalTemplate, metadata, uid) },
});

/** The published values of the standard templates. Their ids differ from those of the draft, because the values differ. */
export const toCatalogMetadata = ({ uid, metadata }: DatasetWithMetadata): CatalogMetadata => ({
  id: toNodeId('CatalogMetadata', uid),
  ...sharedTemplates(`published/${uid}`, metadata),
});

/** The templates that the draft and the publication both show. `key` makes the ids of their objects unique. */
const sharedTemplates = (key: string, metadata: DatasetMetadata): Omit<CatalogMetadata, 'id'> => ({
  default: { id: toNodeId('DefaultMetadata', key), ...toTemplateValues(defaultTemplate, metadata, key) },
  visualization: {
    id: toNodeId('VisualizationMetadata', key),
    ...toTemplateValues(visualizationTemplate, metadata, key),
  },
  assetContentConfiguration: {
    id: toNodeId('AssetContentConfiguration', key),
    ...toTemplateValues(assetContentConfigurationTemplate, metadata, key),
  },
});

/** The fields of one template; null for an unknown template. */
export const templateOf = (metadata: DatasetMetadata, template: string): TemplateValues | null =>
  templates.has(template) ? (metadata[template] ?? {}) : null;

/** The entry of one field; null when it is unset. */
export function fieldOf(
  { uid, metadata }: DatasetWithMetadata,
  template: string,
  field: string,
): MetadataFieldValue | null {
  const fields = templateOf(metadata, template) ?? {};
  const entry = Object.hasOwn(fields, field) ? fields[field] : undefined;
  return entry ? toFieldValue(uid, template, field, entry) : null;
}

/** The drafted fields that have an entry; only those of one template where it is given. */
export const fieldsOf = ({ uid, metadata }: DatasetWithMetadata, template?: string | null): MetadataFieldValue[] =>
  listFields(uid, metadata, template);

/** The published fields. Their ids differ from those of the draft, because the values differ. */
export const publishedFieldsOf = (
  { uid, metadata }: DatasetWithMetadata,
  template?: string | null,
): MetadataFieldValue[] => listFields(`published/${uid}`, metadata, template);

const listFields = (key: string, metadata: DatasetMetadata, only: string | null | undefined): MetadataFieldValue[] =>
  Object.entries(metadata)
    .filter(([template]) => only == null || template === only)
    .flatMap(([template, fields]) =>
      Object.entries(fields).map(([field, entry]) => toFieldValue(key, template, field, entry)),
    );

function toFieldValue(key: string, template: string, field: string, entry: MetadataValue): MetadataFieldValue {
  const { value, remote_value: remoteValue = null, override_remote_value: overrideRemoteValue = null } = entry;
  return {
    id: toNodeId('MetadataFieldValue', `${key}/${template}/${field}`),
    template,
    field,
    type: fieldTypeOf(template, field),
    value,
    typedValue: toTypedValue(value),
    remoteValue,
    typedRemoteValue: toTypedValue(remoteValue),
    overrideRemoteValue,
  };
}
