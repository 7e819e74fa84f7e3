import type { RequestContext } from '#api/context.ts';
import { requireAccount } from '#api/session.ts';
import type { StoredImage } from '#engine/blocks/block-type.ts';
import { fail } from '#kernel/fail.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type { FormContent } from '#forms/index.ts';
import { findForm } from './find-form.ts';
import { submissionRights } from './submission-rights.ts';

/** A submission that the caller may change. */
export interface EditableSubmission {
  /** The content of the form version that the submission belongs to. */
  readonly form: FormContent;
  readonly images: readonly StoredImage[];
  /** Whether changes of the form's submissions wait for a moderator. */
  readonly isModerated: boolean;
  /** Whether a change is pending. */
  readonly isRevised: boolean;
  /** The user who requested the pending change; null without one, and when that user was deleted. */
  readonly revisedBy: string | null;
}

const s = sqlText('s');

/**
 * Finds a submission to a published form that the caller may change. Fails UNAUTHORIZED without a key, LIMITED_KEY with one that is limited to datasets, NOT_FOUND when the form is not
 * published or the caller may not change the submission, and EDITING_DISABLED when the form does not allow editing.
 */
export async function findSubmission(ctx: RequestContext, formSlug: string, uid: string): Promise<EditableSubmission> {
  requireAccount(ctx.session);
  const { isEditingEnabled, isModerated } = await findForm(ctx, formSlug);
  const found =
    (await firstRow<Omit<EditableSubmission, 'isModerated'>>(
      ctx.db,
      sql`
    select v.content as form, s.revision is not null as "isRevised", s.revised_by as "revisedBy",
      (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'filename', i.filename)), '[]') from submission_image i where i.submission_uid = s.uid) as images
    from submission s join form_version v on v.form_slug = s.form_slug and v.number = s.form_version
    where s.form_slug = ${formSlug} and s.uid = ${uid} and ${submissionRights.change(ctx.session, s)}`,
    )) ?? fail('NOT_FOUND');
  if (!isEditingEnabled) fail('EDITING_DISABLED');
  return { ...found, isModerated };
}
