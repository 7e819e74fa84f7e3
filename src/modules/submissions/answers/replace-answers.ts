import type { RequestContext } from '#api/context.ts';
import { sql } from '#kernel/sql.ts';
import type { SubmissionAnswers } from '../submission.entity.ts';

/** Replaces the answers of a submission and clears its pending change. */
export const replaceAnswers = (
  { db, app: { clock } }: RequestContext,
  uid: string,
  answers: SubmissionAnswers,
): Promise<unknown> =>
  db.rows(sql`
  update submission set answers = ${JSON.stringify(answers)}::jsonb, revision = null, revised_by = null, revised_at = null, updated_at = ${clock.now()} where uid = ${uid}`);
