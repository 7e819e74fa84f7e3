import { randomUUID } from 'node:crypto';
import type { RequestContext } from '#api/context.ts';
import { type AnswerError, answerProblem } from '#engine/blocks/answer-errors.ts';
import { allInOrder } from '#kernel/concurrency.ts';
import { accountOf, requireAccount, requireCaller } from '#api/session.ts';
import { fail } from '#kernel/fail.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { withValidKey } from '#identity/index.ts';
import { type FormAccessType, type FormContent, isQuotaReached, requireSubmitter } from '#forms/index.ts';
import {
  addImages,
  deletedImageErrors,
  deleteUnreferencedImages,
  findDuplicateAnswers,
  parseSubmission,
  replaceAnswers,
  storeImages,
  withImageReferences,
} from './answers.ts';
import { countAttempt, countAttemptEarly, countSubmission, verifyRecaptcha } from './submission-limits.ts';
import type { UpdateSubmissionInput, SubmitFormInput } from './submission.inputs.ts';
import type { SubmissionAnswers } from './submission.entity.ts';
import { firstRow } from '#platform/database/database-client.ts';
import type { StoredImage } from '#engine/blocks/block-type.ts';
import { submissionRights } from './submission-rights.ts';
import type { Precheck } from '#api/catalog-module.ts';

/** The result of a submission or a change: the submission's uid, or all errors. */
export type SubmissionResult = { readonly uid: string } | { readonly errors: readonly AnswerError[] };

/** The name of the part of a request that contains the reCAPTCHA token. */
const recaptchaPart = 'g-recaptcha-response';

/**
 * Submits to the version of a form that is published when the request arrives. Fails as `findForm` and `requireAcceptsSubmissions` do, and
 * with RATE_LIMIT_EXCEEDED after too many attempts or RECAPTCHA_UNAVAILABLE when the token cannot be verified.
 */
export async function submitForm(
  ctx: RequestContext,
  { formSlug, data, images: sent, recaptchaToken }: SubmitFormInput,
): Promise<SubmissionResult> {
  const form = await findForm(ctx, formSlug);
  requireAcceptsSubmissions(ctx, form);
  await countAttempt(ctx, formSlug);
  const { content, version } = form;
  const { values, errors, images } = await parseSubmission(ctx, { formSlug, form: content, data, images: sent });
  const allErrors = [...errors, ...(await recaptchaErrors(ctx, content, recaptchaToken ?? '', errors.length === 0))];
  if (allErrors.length > 0) return { errors: allErrors };
  const stored = await storeImages(ctx, images);
  const uid = randomUUID();
  return withValidKey(ctx, async (tx) => {
    // Others wait for the form until the commit, so nothing here waits for a result that it does not need.
    const [, locked] = await allInOrder([lockForm(tx, formSlug), findForm(tx, formSlug)]);
    // In this case, the form was deleted, and another form now has its slug.
    if (locked.createdAt !== form.createdAt) fail('NOT_FOUND');
    requireAcceptsSubmissions(tx, locked);
    const duplicates = await findDuplicateAnswers(tx.db, content, { formSlug, values });
    if (duplicates.length > 0) return { errors: duplicates };
    const username = accountOf(tx.session) ?? null;
    const { clock } = tx.app;
    const status = locked.isModerated ? 'pending' : 'approved';
    await countSubmission(tx.db, formSlug, null, status);
    await tx.db.send(sql`
      insert into submission (uid, form_slug, form_version, answers, status, is_anonymous, submitted_by, created_at,
        updated_at)
      values (${uid}, ${formSlug}, ${version}, ${JSON.stringify(withImageReferences(values, stored))}::jsonb, ${status},
        ${username === null}, ${username}, ${clock.now()}, ${clock.now()})`);
    await addImages(tx, uid, stored);
    return { uid };
  });
}

/** The errors of the reCAPTCHA token, where required: verified last, because a token can be verified only once. */
async function recaptchaErrors(
  ctx: RequestContext,
  { isRecaptchaEnabled }: FormContent,
  token: string,
  isOtherwiseValid: boolean,
): Promise<readonly AnswerError[]> {
  if (!isRecaptchaEnabled) return [];
  if (token.trim() === '') return [{ field: recaptchaPart, ...answerProblem('RECAPTCHA_MISSING') }];
  return !isOtherwiseValid || (await verifyRecaptcha(ctx, token))
    ? []
    : [{ field: recaptchaPart, ...answerProblem('RECAPTCHA_INVALID') }];
}

/**
 * Changes a submission. On a moderated form the change is stored as pending until a moderator decides. The answers are
 * validated against the version of the form that was submitted, not the current one. Fails as `findSubmission` does, and with
 * RATE_LIMIT_EXCEEDED after too many attempts or CHANGE_PENDING while another user's change is pending.
 */
export async function updateSubmission(
  ctx: RequestContext,
  { formSlug, uid, data, images: sent }: UpdateSubmissionInput,
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
        sql`
          update submission
          set revision = ${JSON.stringify(answers)}::jsonb, revised_by = ${requireCaller(tx.session)},
            revised_at = ${tx.app.clock.now()}
          where uid = ${uid}`,
      )
    : replaceAnswers(tx, uid, answers);

/** The properties of a published form that a submission needs. */
interface PublishedForm {
  /** When the form was created. The time distinguishes the form from a later form with the same slug. */
  readonly createdAt: string;
  readonly version: number;
  readonly content: FormContent;
  readonly accessType: FormAccessType;
  readonly isModerated: boolean;
  readonly isEditingEnabled: boolean;
  readonly isFull: boolean;
}

const f = sqlText('f');

/** The published form with this slug. Fails NOT_FOUND when there is none. */
const findForm = async ({ db }: RequestContext, slug: string): Promise<PublishedForm> =>
  (await firstRow<PublishedForm>(
    db,
    sql`
  select f.created_at::text as "createdAt", v.number as version, v.content, f.access_type as "accessType",
    f.is_moderated as "isModerated", f.is_editing_enabled as "isEditingEnabled", ${isQuotaReached(f)} as "isFull"
  from form f join form_version v on v.form_slug = f.slug and v.number = f.published_version where f.slug = ${slug}`,
  )) ?? fail('NOT_FOUND');

/**
 * Locks a form until the transaction ends: other submissions, edits and moderation wait. Read the form and its submissions only in
 * statements after the lock: a statement that began before may not see what earlier transactions changed.
 */
export const lockForm = async ({ db }: RequestContext, slug: string): Promise<void> => {
  await db.rows(sql`select 1 from form where slug = ${slug} for no key update`);
};

/** Checks that the caller can submit to a form. Fails as `requireSubmitter` does, and SUBMISSIONS_QUOTA_REACHED when the form has reached its quota. */
function requireAcceptsSubmissions({ session }: RequestContext, { accessType, isFull }: PublishedForm): void {
  requireSubmitter(session, accessType);
  if (isFull) fail('SUBMISSIONS_QUOTA_REACHED');
}

/** A submission that the caller may change. */
interface EditableSubmission {
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
async function findSubmission(ctx: RequestContext, formSlug: string, uid: string): Promise<EditableSubmission> {
  requireAccount(ctx.session);
  const { isEditingEnabled, isModerated } = await findForm(ctx, formSlug);
  const found =
    (await firstRow<Omit<EditableSubmission, 'isModerated'>>(
      ctx.db,
      sql`
    select v.content as form, s.revision is not null as "isRevised", s.revised_by as "revisedBy",
      (select coalesce(jsonb_agg(jsonb_build_object('id', i.id, 'filename', i.filename)), '[]')
        from submission_image i
        where i.submission_uid = s.uid) as images
    from submission s join form_version v on v.form_slug = s.form_slug and v.number = s.form_version
    where s.form_slug = ${formSlug} and s.uid = ${uid} and ${submissionRights.change(ctx.session, s)}`,
    )) ?? fail('NOT_FOUND');
  if (!isEditingEnabled) fail('EDITING_DISABLED');
  return { ...found, isModerated };
}

/** The checks of `submitForm` and `updateSubmission` before the body is received. They count the attempt. */
export const prechecks: Readonly<Record<'submitForm' | 'updateSubmission', Precheck>> = {
  async submitForm(ctx, { formSlug = '' }) {
    requireAcceptsSubmissions(ctx, await findForm(ctx, formSlug));
    await countAttemptEarly(ctx, formSlug);
  },
  async updateSubmission(ctx, { formSlug = '', uid = '' }) {
    await findSubmission(ctx, formSlug, uid);
    await countAttemptEarly(ctx, formSlug);
  },
};
