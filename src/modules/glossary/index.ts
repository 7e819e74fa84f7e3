import type { CatalogModule } from '#api/catalog-module.ts';
import { GlossaryTermEntity } from './glossary-term.entity.ts';
import { GlossaryTermResolver } from './glossary-term.resolver.ts';
import { glossaryRoots, glossaryTerms } from './glossary-term.source.ts';

/** The glossary of the portal. */
export const glossaryModule: CatalogModule = {
  name: 'glossary',
  entities: [GlossaryTermEntity],
  resolvers: [GlossaryTermResolver],
  sources: [glossaryTerms],
  roots: Object.values(glossaryRoots),
};
