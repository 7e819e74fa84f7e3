import type { CatalogModule } from '../../api/catalog-module.ts';
import { ResourceEntity } from './resource.entity.ts';
import { ResourceFileEntity } from './resource-file.entity.ts';

export const resourcesModule: CatalogModule = { name: 'resources', entities: [ResourceEntity, ResourceFileEntity], resolvers: [], sources: [] };
