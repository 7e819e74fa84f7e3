import type { CatalogModule } from '#api/catalog-module.ts';
import { CatalogRowsResolver, RowsDatasetsResolver } from './catalog-rows.resolver.ts';
import { CatalogResolver, RelatedDatasetsResolver } from './catalog.resolver.ts';
import { fillEntries, refreshEntriesOfTemplate, refreshEntry } from './catalog-entry.ts';

export { bindCatalog, catalogRowTexts, catalogRowUids, type CatalogQuery } from './query-catalog.ts';

/** The catalog and its search, over an index with one entry for each published dataset. */
export const catalogModule: CatalogModule = {
  name: 'catalog',
  entities: [],
  resolvers: [CatalogResolver, RelatedDatasetsResolver, CatalogRowsResolver, RowsDatasetsResolver],
  sources: [],
  onPublicationChanged: refreshEntry,
  onTemplateChanged: refreshEntriesOfTemplate,
  prepare: fillEntries,
};
