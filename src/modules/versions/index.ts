import type { CatalogModule } from '../../api/catalog-module.ts';

export const versionsModule: CatalogModule = { name: 'versions', entities: [], resolvers: [], sources: [] };
