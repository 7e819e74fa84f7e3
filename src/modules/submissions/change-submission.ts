import type { RequestContext } from '#api/context.ts';
import { requireCaller } from '#api/session.ts';
import { fail } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { withValidKey } from '#identity/index.ts';
import { lockForm } from './find-form.ts';
import { findSubmission, type EditableSubmission } from './find-submission.ts';
import {
  addImages,
  deletedImageErrors,
  storeImages,
  deleteUnreferencedImages,
  withImageReferences,
} from './answers/store-images.ts';
import { parseSubmission } from './answers/parse-submission.ts';
import { replaceAnswers } from './answers/replace-answers.ts';
import type { SubmissionAnswers } from './submission.entity.ts';
import type { ChangeSubmissionInput } from './submission.inputs.ts';
import type { SubmissionResult } from './submit-form.ts';
import { findDuplicateAnswers } from './answers/find-duplicate-answers.ts';
import { countAttempt } from './limits/rate-limit.ts';

/**
 * Changes a submission. On a moderated form the change is stored as pending until a moderator decides. The answers are
 * validated against the version of the form that was submitted, not the current one. Fails as `findSubmission` does, and with
 * RATE_LIMIT_EXCEEDED after too many attempts or CHANGE_PENDING while another user's change is pending.
 */
export async function changeSubmission(
  ctx: RequestContext,
  { formSlug, uid, data, images: sent }: ChangeSubmissionInput,
): Promise<SubmissionResult> {
  const found = await findSubmission(ctx, formSlug, uid);
  await countAttempt(ctx, formSlug);
  requireNoOtherChange(ctx, found);
  const { form } = found;
  const { values, errors, images } = await parseSubmission(ctx, {
    formSlug,
    uid,
    form,
    data,
    images: sent,
    stored: found.images,
  });
  if (errors.length > 0) return { errors };
  const stored = await storeImages(ctx, images);
  return withValidKey(ctx, async (tx) => {
    await lockForm(tx, formSlug);
    const locked = await findSubmission(tx, formSlug, uid);
    requireNoOtherChange(tx, locked);
    const conflicts = [
      ...deletedImageErrors(values, { before: found.images, now: locked.images }),
      ...(await findDuplicateAnswers(tx.db, form, { formSlug, uid, values })),
    ];
    if (conflicts.length > 0) return { errors: conflicts };
    await addImages(tx, uid, stored);
    await applyChange(tx, uid, withImageReferences(values, stored), locked.isModerated);
    await deleteUnreferencedImages(tx, uid);
    return { uid };
  });
}

/** Fails CHANGE_PENDING when another user's change is pending. */
function requireNoOtherChange({ session }: RequestContext, { isRevised, revisedBy }: EditableSubmission): void {
  if (isRevised && revisedBy !== session.username) fail('CHANGE_PENDING');
}

/** Stores the change. On a moderated form it is a pending change, which replaces an earlier pending change of the same user. */
const applyChange = (
  tx: RequestContext,
  uid: string,
  answers: SubmissionAnswers,
  isModerated: boolean,
): Promise<unknown> =>
  isModerated
    ? tx.db.rows(
        sql`update submission set revision = ${JSON.stringify(answers)}::jsonb, revised_by = ${requireCaller(tx.session)}, revised_at = ${tx.app.clock.now()} where uid = ${uid}`,
      )
    : replaceAnswers(tx, uid, answers);
