import type { CatalogModule } from '#api/catalog-module.ts';
import {
  FilterWarningResolver,
  PreviewResolver,
  PublicationResolver,
  PublicationStatusResolver,
} from './publication.resolver.ts';
import { endLostRunsJob, scheduledPublicationJob } from './request-publication.ts';
import {
  blobsOfRuns,
  connectionsOfRuns,
  PublicationRunEntity,
  PublishedUpstreamEntity,
} from './publication-run.entity.ts';
import { dropRecords, dropUnusedGenerationsJob, publicationJob, resumePublication } from './publication.job.ts';
import {
  blobsOfPublished,
  connectionsOfPublished,
  PublishedConfigurationEntity,
} from './published-configuration.entity.ts';
import { RealtimeResolver } from './realtime.resolver.ts';

import { summarizeRecordsJob } from './summarize-records.job.ts';
import { publishedConfigurations } from './published-configuration.source.ts';
import { publicationStatuses } from './publication-status.source.ts';

export { enqueueRun, requestPublication } from './request-publication.ts';
export { resumeAllPublications } from './publication.job.ts';

/** Publishing: runs, the jobs that execute them, and previews. */
export const publicationModule: CatalogModule = {
  name: 'publication',
  entities: [PublicationRunEntity, PublishedConfigurationEntity, PublishedUpstreamEntity],
  resolvers: [PublicationResolver, PublicationStatusResolver, PreviewResolver, RealtimeResolver, FilterWarningResolver],
  sources: [publicationStatuses, publishedConfigurations],
  jobs: [publicationJob, endLostRunsJob, dropUnusedGenerationsJob, scheduledPublicationJob, summarizeRecordsJob],
  onDatasetDeleted: dropRecords,
  onDatasetRestored: resumePublication,
  blobReferences: [blobsOfRuns, blobsOfPublished],
  connectionReferences: [connectionsOfRuns, connectionsOfPublished],
};
