import type { CatalogModule } from '#api/catalog-module.ts';
import { FilterWarningResolver } from './filter-warnings/filter-warning.resolver.ts';
import { PreviewResolver } from './preview/preview.resolver.ts';
import { endLostRunsJob, scheduledPublicationJob } from './run/request-publication.ts';
import { connectionsOfRuns, blobsOfRuns, PublicationRunEntity } from './run/publication-run.entity.ts';
import { publicationJob, resumePublication } from './run/publication.job.ts';
import { PublicationResolver } from './run/publication.resolver.ts';
import { PublicationStatusResolver } from './status/publication-status.resolver.ts';
import { PublishedUpstreamEntity } from './records/published-upstream.entity.ts';
import { RealtimeResolver } from './realtime/realtime.resolver.ts';
import { dropRecords, dropUnusedGenerationsJob } from './records/drop-unused-generations.job.ts';

export { resumeAllPublications } from './run/publication.job.ts';

/** Publishing: runs, the jobs that execute them, and previews. */
export const publicationModule: CatalogModule = {
  name: 'publication',
  entities: [PublicationRunEntity, PublishedUpstreamEntity],
  resolvers: [PublicationResolver, PublicationStatusResolver, PreviewResolver, RealtimeResolver, FilterWarningResolver],
  sources: [],
  jobs: [publicationJob, endLostRunsJob, dropUnusedGenerationsJob, scheduledPublicationJob],
  onDatasetDeleted: dropRecords,
  onDatasetRestored: resumePublication,
  blobReferences: [blobsOfRuns],
  connectionReferences: [connectionsOfRuns],
};
