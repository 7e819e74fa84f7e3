import type { CatalogModule } from '../../api/catalog-module.ts';
import { sql } from '../../kernel/sql.ts';
import { RateCountEntity, SubmissionEntity, SubmissionImageEntity } from './submission.entity.ts';

export { submissionStatuses, type SubmissionStatus } from './submission-status.ts';
export { SubmissionEntity, SubmissionImageEntity, type SubmissionContent } from './submission.entity.ts';

/** What people answered to forms. */
export const submissionsModule: CatalogModule = {
  name: 'submissions',
  entities: [SubmissionEntity, SubmissionImageEntity, RateCountEntity],
  resolvers: [],
  sources: [],
  contentReferences: [sql`select content from submission_image`],
};
