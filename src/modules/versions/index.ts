import type { CatalogModule } from '../../api/catalog-module.ts';
import { DatasetVersionResolver, DatasetVersionsResolver } from './version.resolver.ts';
import { versions } from './version.source.ts';

/** What a dataset was after each of its last changes. */
export const versionsModule: CatalogModule = {
  name: 'versions',
  entities: [],
  resolvers: [DatasetVersionsResolver, DatasetVersionResolver],
  sources: [versions],
};
