import type { CatalogModule } from '#api/catalog-module.ts';
import { CodeEditorPageResolver } from './code-editor/code-editor-page.resolver.ts';
import { DataProviderEntity } from './studio/data-provider.entity.ts';
import { PageConfigurationResolver } from './configuration/page-configuration.resolver.ts';
import { PageRulesetEntity } from './page-ruleset.entity.ts';
import { PageEntity } from './page.entity.ts';
import { codeEditorPageRoots, codeEditorPages } from './code-editor/code-editor-page.source.ts';
import { pageConfigurations, pageRoots } from './configuration/page-configuration.source.ts';
import { studioPageRoots, studioPages } from './studio/studio-page.source.ts';
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
  roots: Object.values({ ...studioPageRoots, ...codeEditorPageRoots, ...pageRoots }),
};
