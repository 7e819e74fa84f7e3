import type { CatalogModule } from '#api/catalog-module.ts';
import { DatasetVersionsResolver } from './version.resolver.ts';
import { versions } from './version.source.ts';

/** The versions of a dataset: its states after its last changes, their comparison and restoration, and atomic apply. */
export const versionsModule: CatalogModule = {
  name: 'versions',
  entities: [],
  resolvers: [DatasetVersionsResolver],
  sources: [versions],
};
