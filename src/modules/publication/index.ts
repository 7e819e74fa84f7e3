import type { CatalogModule } from '../../api/catalog-module.ts';
import { GenerationEntity, RecordEntity } from './record.entity.ts';
import { PublicationOrderEntity } from './publication-order.entity.ts';

export const publicationModule: CatalogModule = { name: 'publication', entities: [PublicationOrderEntity, RecordEntity, GenerationEntity], resolvers: [], sources: [] };
