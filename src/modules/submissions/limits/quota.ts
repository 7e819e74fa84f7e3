import { sql } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import type { SubmissionStatus } from '../submission-status.ts';

/**
 * Updates the count of submissions towards a form's quota when a submission is added, deleted or moderated. Rejected submissions do not
 * count. The count is stored, because every visitor reads it and counting many submissions takes long. The caller must hold the lock of
 * the form.
 */
export async function countSubmission(
  db: DatabaseClient,
  formSlug: string,
  before: SubmissionStatus | null,
  after: SubmissionStatus | null,
): Promise<void> {
  const difference = countsTowardsQuota(after) - countsTowardsQuota(before);
  if (difference !== 0)
    await db.send(
      sql`update form set counted_submissions = counted_submissions + ${difference}::int where slug = ${formSlug}`,
    );
}

const countsTowardsQuota = (status: SubmissionStatus | null): number =>
  status === null || status === 'rejected' ? 0 : 1;
