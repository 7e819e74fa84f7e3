import type { CatalogModule } from '../../api/catalog-module.ts';

export const metadataModule: CatalogModule = { name: 'metadata', entities: [], resolvers: [], sources: [] };
