import type { RequestContext } from '../../api/context.ts';
import { failOnFields } from '../../kernel/fail.ts';
import type { Judged } from './moderate.ts';
import type { ModerationInput } from './moderation.inputs.ts';
import type { SubmissionContent } from './submission.entity.ts';
import { takenFields } from './taken-fields.ts';

const taken = ['Another submission holds the same answer by now, which has to be unique.'];

/** Fails INVALID_INPUT where an answer has to be unique that another submission holds by now. The form is locked. */
export async function requireUnique(
  { db }: RequestContext,
  { form }: Judged,
  { formSlug, uid }: ModerationInput,
  values: SubmissionContent,
): Promise<void> {
  const errors = await takenFields(db, form, { formSlug, uid, values });
  failOnFields(Object.fromEntries(errors.map(({ field }) => [`content.${field}`, taken])));
}
