import type { RequestContext } from '../../api/context.ts';
import { callerOf } from '../../api/session.ts';
import { fail } from '../../kernel/fail.ts';
import { sql } from '../../kernel/sql.ts';
import { withValidKey } from '../identity/index.ts';
import { lockForm } from './find-form.ts';
import { findSubmission, type FoundSubmission } from './find-submission.ts';
import { addImages, goneImages, keepImages, removeUnnamedImages, withKept } from './answers/store-images.ts';
import { readSubmission } from './answers/parse-submission.ts';
import { replaceContent } from './replace-content.ts';
import type { SubmissionContent } from './submission.entity.ts';
import type { ChangeSubmissionInput } from './submission.inputs.ts';
import type { Outcome } from './submit-form.ts';
import { takenFields } from './answers/taken-fields.ts';
import { countAttempt } from './limits/rate-limit.ts';

/**
 * Changes a submission, or leaves the change to a moderator where the form is moderated; the version that it belongs to says
 * what the answers may be. Fails as `findSubmission` does, RATE_LIMIT_EXCEEDED, and CHANGE_PENDING.
 */
export async function changeSubmission(
  ctx: RequestContext,
  { formSlug, uid, data, images: sent }: ChangeSubmissionInput,
): Promise<Outcome> {
  const found = await findSubmission(ctx, formSlug, uid);
  await countAttempt(ctx, formSlug);
  requireNoOther(ctx, found);
  const { form } = found;
  const { values, errors, images } = await readSubmission(ctx, {
    formSlug,
    uid,
    form,
    data,
    images: sent,
    stored: found.images,
  });
  if (errors.length > 0) return { errors };
  const kept = await keepImages(ctx, images);
  return withValidKey(ctx, async (tx) => {
    await lockForm(tx, formSlug);
    const locked = await findSubmission(tx, formSlug, uid);
    requireNoOther(tx, locked);
    const refused = [
      ...goneImages(values, { before: found.images, now: locked.images }),
      ...(await takenFields(tx.db, form, { formSlug, uid, values })),
    ];
    if (refused.length > 0) return { errors: refused };
    await addImages(tx, uid, kept);
    await write(tx, uid, withKept(values, kept), locked.isModerated);
    await removeUnnamedImages(tx, uid);
    return { uid };
  });
}

/** Fails CHANGE_PENDING when somebody else has asked for a change that waits. */
function requireNoOther({ session }: RequestContext, { isRevised, revisedBy }: FoundSubmission): void {
  if (isRevised && revisedBy !== session.username) fail('CHANGE_PENDING');
}

/** A change takes the place of the one before it by the same user, which waits no longer. */
const write = (tx: RequestContext, uid: string, content: SubmissionContent, isModerated: boolean): Promise<unknown> =>
  isModerated
    ? tx.db.rows(
        sql`update submission set revision = ${JSON.stringify(content)}::jsonb, revised_by = ${callerOf(tx.session)}, revised_at = ${tx.app.clock.now()} where uid = ${uid}`,
      )
    : replaceContent(tx, uid, content);
