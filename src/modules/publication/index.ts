import type { CatalogModule } from '../../api/catalog-module.ts';
import { FilterWarningResolver } from './filter-warning.resolver.ts';
import { PreviewResolver } from './preview.resolver.ts';
import { connectionsOfOrders, contentsOfOrders, PublicationOrderEntity } from './publication-order.entity.ts';
import { publicationJob } from './publication.job.ts';
import { PublicationResolver } from './publication.resolver.ts';
import { PublicationStatusResolver } from './publication-status.resolver.ts';
import { PublishedSourceEntity } from './published-source.entity.ts';
import { RealtimeResolver } from './realtime.resolver.ts';
import { GenerationEntity, RecordEntity } from './record.entity.ts';
import { scheduledPublicationJob } from './scheduled-publication.job.ts';
import { orderSweep, sweepJob } from './sweep.job.ts';

/** Publishing: orders, the jobs that work on them, the records that readers see, and previews of them. */
export const publicationModule: CatalogModule = {
  name: 'publication',
  entities: [PublicationOrderEntity, RecordEntity, GenerationEntity, PublishedSourceEntity],
  resolvers: [PublicationResolver, PublicationStatusResolver, PreviewResolver, RealtimeResolver, FilterWarningResolver],
  sources: [],
  jobs: [publicationJob, sweepJob, scheduledPublicationJob],
  datasetDeleted: orderSweep,
  contentReferences: [contentsOfOrders],
  connectionReferences: [connectionsOfOrders],
};
