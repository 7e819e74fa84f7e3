import type { CatalogModule } from '#api/catalog-module.ts';
import { CodeEditorPageResolver, StudioPageResolver } from './page.resolver.ts';
import { DataProviderEntity, DeletedPageEntity, PageEntity, PageRulesetEntity } from './page.entity.ts';
import { PageGroupRulesetResolver, PageUserRulesetResolver } from './page-ruleset.resolver.ts';
import { PageConfigurationResolver } from './page-configuration.resolver.ts';
import { codeEditorPageRoots, codeEditorPages, studioPageRoots, studioPages } from './page.source.ts';
import { pageConfigurations, pageConfigurationRoots } from './page-configuration.source.ts';

export { CodeEditorPage } from './page.type.ts';
export { pageRights } from './page-rights.ts';
export { readPageRemoval } from './read-page-removal.ts';
export { StudioPage } from './page.type.ts';
export { codeEditorPages, pageConfigurations, studioPages, PageEntity };

/** The pages of the portal, of both kinds: drafts, published states and rulesets. */
export const pagesModule: CatalogModule = {
  name: 'pages',
  entities: [PageEntity, PageRulesetEntity, DataProviderEntity, DeletedPageEntity],
  resolvers: [
    PageConfigurationResolver,
    StudioPageResolver,
    CodeEditorPageResolver,
    PageUserRulesetResolver,
    PageGroupRulesetResolver,
  ],
  sources: [studioPages, codeEditorPages, pageConfigurations],
  roots: [...studioPageRoots, ...codeEditorPageRoots, ...pageConfigurationRoots],
};
