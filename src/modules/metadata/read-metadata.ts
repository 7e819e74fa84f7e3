import { toNodeId } from '../../kernel/ids.ts';
import type { DatasetMetadata } from '../datasets/index.ts';
import type { CatalogMetadata, MetadataFieldValue, StandardMetadata } from './metadata.type.ts';
import { toTemplateValues } from './define-template-type.ts';
import type { TemplateValues } from './values/metadata.rules.ts';
import { assetContentConfigurationTemplate } from './templates/standard/asset-content-configuration.ts';
import { defaultTemplate } from './templates/standard/default.ts';
import { internalTemplate } from './templates/standard/internal.ts';
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
  if (!entry) return null;
  const id = toNodeId('MetadataFieldValue', `${uid}/${template}/${field}`);
  return {
    id,
    value: entry.value,
    remoteValue: entry.remote_value ?? null,
    overrideRemoteValue: entry.override_remote_value ?? null,
  };
}
