import type { CatalogModule } from '../../api/catalog-module.ts';
import { CodeEditorPageResolver } from './code-editor/code-editor-page.resolver.ts';
import { DataProviderEntity } from './studio/data-provider.entity.ts';
import { PageConfigurationResolver } from './page-configuration.resolver.ts';
import { PageRulesetEntity } from './page-ruleset.entity.ts';
import { PageEntity } from './page.entity.ts';
import { codeEditorPages, pageConfigurations, pageRoots, studioPages } from './page.source.ts';
import { DataProviderResolver, StudioPageResolver } from './studio/studio-page.resolver.ts';

export { CodeEditorPage } from './code-editor/code-editor-page.type.ts';
export { pageRights } from './page-rights.ts';
export { StudioPage } from './studio/studio-page.type.ts';
export { codeEditorPages, studioPages, PageEntity };

/** The pages of the portal, of both kinds: drafts, published states and rulesets. */
export const pagesModule: CatalogModule = {
  name: 'pages',
  entities: [PageEntity, PageRulesetEntity, DataProviderEntity],
  resolvers: [PageConfigurationResolver, StudioPageResolver, DataProviderResolver, CodeEditorPageResolver],
  sources: [studioPages, codeEditorPages, pageConfigurations],
  roots: Object.values(pageRoots),
};
