import type { CatalogModule } from '../../api/catalog-module.ts';
import { ProcessorEntity } from './processor.entity.ts';

export const processorsModule: CatalogModule = { name: 'processors', entities: [ProcessorEntity], resolvers: [], sources: [] };
