import type { CatalogModule } from '#api/catalog-module.ts';
import { sql } from '#kernel/sql.ts';
import { prechecks } from './prechecks.ts';
import { ModerationResolver } from './moderation/moderation.resolver.ts';
import { submissionsOfForm } from './moderation/moderation.source.ts';
import { RateCountEntity, SubmissionEntity, SubmissionImageEntity } from './submission.entity.ts';
import { SubmissionStreamsResolver } from './streams/submission-streams.resolver.ts';
import { FormQuotaResolver, SubmissionResolver } from './submission.resolver.ts';
import { submissionImages, submissionRoots, submissions } from './submission.source.ts';
import { deleteExpiredRatesJob } from './limits/delete-expired-rates.job.ts';

export { isModerator, requireModerator } from './moderation/moderation-rights.ts';
export { findListFields, openSubmissionRecords } from './export/submission-records.ts';
export { submissionStatuses, type SubmissionStatus } from './submission-status.ts';
export { submissionStatusEnum } from './submission.type.ts';

/** Submissions to forms, their moderation and export. */
export const submissionsModule: CatalogModule = {
  name: 'submissions',
  entities: [SubmissionEntity, SubmissionImageEntity, RateCountEntity],
  resolvers: [SubmissionResolver, ModerationResolver, FormQuotaResolver, SubmissionStreamsResolver],
  sources: [submissions, submissionImages],
  roots: [...Object.values(submissionRoots), submissionsOfForm],
  prechecks,
  jobs: [deleteExpiredRatesJob],
  blobReferences: [sql`select blob_key from submission_image`],
};
