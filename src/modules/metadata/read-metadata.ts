import type { DatasetMetadata } from '../datasets/index.ts';
import type { MetadataFieldValue, StandardMetadata } from './metadata.type.ts';
import { valuesOf } from './object-type-of.ts';
import type { TemplateValues } from './metadata.rules.ts';
import { assetContentConfigurationTemplate } from './templates/asset-content-configuration.ts';
import { defaultTemplate } from './templates/default.ts';
import { internalTemplate } from './templates/internal.ts';
import { templates } from './templates/registry.ts';
import { visualizationTemplate } from './templates/visualization.ts';

/** The values of the standard templates, by the graph's names. */
export const standardMetadata = (metadata: DatasetMetadata): StandardMetadata => ({
  default: valuesOf(defaultTemplate, metadata),
  visualization: valuesOf(visualizationTemplate, metadata),
  internal: valuesOf(internalTemplate, metadata),
  assetContentConfiguration: valuesOf(assetContentConfigurationTemplate, metadata),
});

/** The fields of one template, none when nothing is set; null for a template that the portal does not know. */
export const templateOf = (metadata: DatasetMetadata, template: string): TemplateValues | null =>
  (templates.has(template) ? metadata[template] ?? {} : null);

/** The entry of one field; null when it is unset. */
export function fieldOf(metadata: DatasetMetadata, template: string, field: string): MetadataFieldValue | null {
  const fields = templateOf(metadata, template) ?? {};
  const entry = Object.hasOwn(fields, field) ? fields[field] : undefined;
  return entry ? { value: entry.value, remoteValue: entry.remote_value ?? null, overrideRemoteValue: entry.override_remote_value ?? null } : null;
}
