import type { CatalogModule } from '#api/catalog-module.ts';
import { sql } from '#kernel/sql.ts';
import { prechecks } from './submissions.service.ts';
import { ModerationResolver } from './moderation.resolver.ts';
import { submissionImages, submissionRoots, submissions, submissionsOfForm } from './submission.source.ts';
import { RateCountEntity, SubmissionEntity, SubmissionImageEntity } from './submission.entity.ts';
import { SubmissionResolver, SubmissionStreamsResolver } from './submission.resolver.ts';
import { deleteExpiredRatesJob } from './delete-expired-rates.job.ts';

export { isModerator, requireModerator } from './submission-rights.ts';
export { findListFields, openSubmissionRecords } from './submission-records.ts';
export { submissionStatuses, type SubmissionStatus } from './submission-rights.ts';
export { submissionStatusEnum } from './submission.type.ts';

/** Submissions to forms, their moderation and export. */
export const submissionsModule: CatalogModule = {
  name: 'submissions',
  entities: [SubmissionEntity, SubmissionImageEntity, RateCountEntity],
  resolvers: [SubmissionResolver, ModerationResolver, SubmissionStreamsResolver],
  sources: [submissions, submissionImages],
  roots: [...submissionRoots, submissionsOfForm],
  prechecks,
  jobs: [deleteExpiredRatesJob],
  blobReferences: [sql`select blob_key from submission_image`],
};
