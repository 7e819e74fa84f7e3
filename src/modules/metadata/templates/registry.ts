import { adminTemplate } from './standard/admin.ts';
import { assetContentConfigurationTemplate } from './standard/asset-content-configuration.ts';
import { customTemplate } from './standard/custom.ts';
import { dcatApChTemplate } from './standard/dcat-ap-ch.ts';
import { dcatTemplate } from './standard/dcat.ts';
import { defaultTemplate } from './standard/default.ts';
import { inspireTemplate } from './standard/inspire.ts';
import { internalTemplate } from './standard/internal.ts';
import { semanticTemplate } from './standard/semantic.ts';
import type { MetadataTemplate } from './template.ts';
import { visualizationTemplate } from './standard/visualization/visualization.ts';

/** The templates that this portal knows, by name (docs/contract/objects.md, Metadata value). */
export const templates: ReadonlyMap<string, MetadataTemplate> = new Map(
  [
    defaultTemplate,
    visualizationTemplate,
    internalTemplate,
    assetContentConfigurationTemplate,
    dcatTemplate,
    dcatApChTemplate,
    semanticTemplate,
    customTemplate,
    adminTemplate,
    inspireTemplate,
  ].map((template) => [template.name, template]),
);
