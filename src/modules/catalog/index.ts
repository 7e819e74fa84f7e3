import type { CatalogModule } from '#api/catalog-module.ts';
import { CatalogRowsResolver, RowsDatasetsResolver } from './odsql/catalog-rows.resolver.ts';
import { CatalogSearchResolver } from './search/catalog-search.resolver.ts';
import { fillEntries, refreshEntry } from './entry/refresh-entries.ts';

export { bindCatalog, catalogRowTexts, catalogRowUids, type CatalogQuery } from './odsql/bind-catalog.ts';

/** Search in the catalog, over an index with one entry for each published dataset. */
export const catalogModule: CatalogModule = {
  name: 'catalog',
  entities: [],
  resolvers: [CatalogSearchResolver, CatalogRowsResolver, RowsDatasetsResolver],
  sources: [],
  onPublicationChanged: refreshEntry,
  prepare: fillEntries,
};
