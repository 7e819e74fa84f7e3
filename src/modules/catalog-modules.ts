import type { CatalogModule } from '#api/catalog-module.ts';
import { accessModule } from '#access/index.ts';
import { attachmentsModule } from '#attachments/index.ts';
import { catalogExportsModule } from '#catalog-exports/index.ts';
import { catalogModule } from '#catalog/index.ts';
import { connectionsModule } from '#connections/index.ts';
import { deletionsModule } from '#deletions/index.ts';
import { auditModule } from '#audit/index.ts';
import { blobsModule } from '#blobs/index.ts';
import { datasetsModule } from '#datasets/index.ts';
import { exploreModule } from '#explore/index.ts';
import { feedbackModule } from '#feedback/index.ts';
import { fieldsModule } from '#fields/index.ts';
import { formsModule } from '#forms/index.ts';
import { glossaryModule } from '#glossary/index.ts';
import { harvestersModule } from '#harvesters/index.ts';
import { idempotencyModule } from '#idempotency/index.ts';
import { identityModule } from '#identity/index.ts';
import { jobsModule } from '#jobs/index.ts';
import { metadataModule } from '#metadata/index.ts';
import { pagesModule } from '#pages/index.ts';
import { placesModule } from '#places/index.ts';
import { portalModule } from '#portal/index.ts';
import { processorsModule } from '#processors/index.ts';
import { publicationModule } from '#publication/index.ts';
import { recordsModule } from '#records/index.ts';
import { relationsModule } from '#relations/index.ts';
import { resourcesModule } from '#resources/index.ts';
import { rulesetsModule } from '#rulesets/index.ts';
import { schedulesModule } from '#schedules/index.ts';
import { submissionsModule } from '#submissions/index.ts';
import { totalsModule } from '#totals/index.ts';
import { versionsModule } from '#versions/index.ts';

/** All modules of the service. A module imports only modules that stand above it in this list. */
export const catalogModules: readonly CatalogModule[] = [
  identityModule,
  accessModule,
  auditModule,
  connectionsModule,
  blobsModule,
  portalModule,
  deletionsModule,
  datasetsModule,
  recordsModule,
  placesModule,
  formsModule,
  submissionsModule,
  metadataModule,
  resourcesModule,
  rulesetsModule,
  processorsModule,
  attachmentsModule,
  feedbackModule,
  fieldsModule,
  schedulesModule,
  glossaryModule,
  pagesModule,
  publicationModule,
  versionsModule,
  relationsModule,
  harvestersModule,
  catalogModule,
  exploreModule,
  catalogExportsModule,
  totalsModule,
  idempotencyModule,
  jobsModule,
];
