import { adminTemplate } from './admin.ts';
import { assetContentConfigurationTemplate } from './asset-content-configuration.ts';
import { customTemplate } from './custom.ts';
import { dcatApChTemplate } from './dcat-ap-ch.ts';
import { dcatTemplate } from './dcat.ts';
import { defaultTemplate } from './default.ts';
import { inspireTemplate } from './inspire.ts';
import { internalTemplate } from './internal.ts';
import { semanticTemplate } from './semantic.ts';
import type { MetadataTemplate } from './template.ts';
import { visualizationTemplate } from './visualization.ts';

/** The templates that this portal knows, by name (objects.md, Metadata value). */
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
