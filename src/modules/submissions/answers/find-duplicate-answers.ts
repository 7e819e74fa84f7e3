import { blocksOf, type AnswerError } from '#engine/blocks/parse-answers.ts';
import { sql } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import type { FormContent } from '#forms/index.ts';
import type { SubmissionAnswers } from '../submission.entity.ts';

/** The answers to store. */
export interface AnswersToStore {
  readonly formSlug: string;
  /** The uid of the submission, when it already exists. */
  readonly uid?: string | undefined;
  readonly values: SubmissionAnswers;
}

/**
 * Finds the answers to `unique` blocks that another submission already has. Rejected submissions do not count. The result is reliable
 * only while the form is locked.
 */
export async function findDuplicateAnswers(
  db: DatabaseClient,
  { sections }: Pick<FormContent, 'sections'>,
  { formSlug, uid, values }: AnswersToStore,
): Promise<readonly AnswerError[]> {
  const uniqueAnswers = blocksOf(sections).flatMap(({ fieldId, unique }) =>
    unique && values[fieldId] != null ? [[fieldId, values[fieldId]] as const] : [],
  );
  if (uniqueAnswers.length === 0) return [];
  const taken = await db.rows<{ field: string }>(sql`
    select given.key as field from jsonb_each(${JSON.stringify(Object.fromEntries(uniqueAnswers))}::jsonb) given where exists (
      select 1 from submission s where s.form_slug = ${formSlug} and s.status <> 'rejected' and s.uid is distinct from ${uid ?? null}::text
        and s.answers @> jsonb_build_object(given.key, given.value) and s.answers -> given.key = given.value)`);
  const fields = new Set(taken.map(({ field }) => field));
  return uniqueAnswers.flatMap(([field]) =>
    fields.has(field) ? [{ field, message: 'Another submission already has this answer. Give a different one.' }] : [],
  );
}
