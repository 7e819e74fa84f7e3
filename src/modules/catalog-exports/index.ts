import type { CatalogModule } from '#api/catalog-module.ts';
import { CatalogExportsResolver } from './catalog-exports.resolver.ts';
import './license-url.ts';

export { readDatasetRdf } from './catalog-exports.service.ts';

/** Exports of the catalog: files with all datasets that a query selects. */
export const catalogExportsModule: CatalogModule = {
  name: 'catalog-exports',
  entities: [],
  resolvers: [CatalogExportsResolver],
  sources: [],
};
