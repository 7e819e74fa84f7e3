import type { RequestContext } from '#api/context.ts';
import { fail, failFields, failOnFields } from '#kernel/fail.ts';
import type {
  ApproveSubmissionInput,
  ModerationInput,
  RejectSubmissionInput,
  RevisionInput,
} from './submission.inputs.ts';
import { parseText } from '#engine/blocks/block-type.ts';
import { sql, sqlText } from '#kernel/sql.ts';
import { countSubmission } from './submission-limits.ts';
import { createStateMachine } from '#kernel/state-machine.ts';
import type { SubmissionAnswers } from './submission.entity.ts';
import { deleteUnreferencedImages, findDuplicateAnswers, replaceAnswers } from './answers.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { type FormContent, isQuotaReached } from '#forms/index.ts';
import { withAuditEntry } from '#identity/index.ts';
import { lockForm } from './submissions.service.ts';
import { requireModerator, type SubmissionStatus } from './submission-rights.ts';
import { revisionTag } from './submission.source.ts';
import { followEvents, type StreamContext } from '#api/streams.ts';
import type { SubmissionReceipt } from './submission.type.ts';

/**
 * Approves a submission and returns its uid. A submission that was rejected must fit into the quota again, and no other submission may
 * have its unique answers. Fails as `moderate` does, and with INVALID_SUBMISSION_STATUS when the status is not the expected one or allows
 * no approval, SUBMISSIONS_QUOTA_REACHED when the quota has no room, or INVALID_INPUT when another submission has a unique answer.
 */
export const approveSubmission = (ctx: RequestContext, input: ApproveSubmissionInput): Promise<string> =>
  moderate(ctx, 'approveSubmission', input, async (tx, submission) => {
    await setStatus(tx, submission, input, 'approve');
    if (submission.status !== 'rejected') return;
    if (submission.isFull) fail('SUBMISSIONS_QUOTA_REACHED');
    await requireUnique(tx, submission, input, submission.answers);
  });

const maxReasonLength = 10_000;

/**
 * Rejects a submission for a reason and returns its uid. Fails as `moderate` does, and with INVALID_INPUT when the reason is empty or too
 * long, or INVALID_SUBMISSION_STATUS when the status is not the expected one or allows no rejection.
 */
export const rejectSubmission = (ctx: RequestContext, input: RejectSubmissionInput): Promise<string> =>
  moderate(ctx, 'rejectSubmission', input, (tx, submission) =>
    setStatus(tx, submission, input, 'reject', parseReason(input)),
  );

function parseReason({ reason }: RejectSubmissionInput): string {
  const parsed = parseText(reason.trim(), maxReasonLength);
  if ('problem' in parsed) failFields({ reason: [parsed.problem.message] });
  return parsed.value === '' ? failFields({ reason: ['Give a reason.'] }) : parsed.value;
}

/**
 * Changes the status of a submission, with the reason for a rejection. When several moderators decide at once, one succeeds and the
 * others fail INVALID_SUBMISSION_STATUS, because the status is no longer the status that they expect.
 */
async function setStatus(
  { db, app: { clock } }: RequestContext,
  { status }: ModeratedSubmission,
  { formSlug, uid, expectedStatus }: ApproveSubmissionInput,
  event: 'approve' | 'reject',
  reason: string | null = null,
): Promise<void> {
  if (status !== expectedStatus) fail('INVALID_SUBMISSION_STATUS', { status, action: event, allowed: expectedStatus });
  const next = submissionTransitions.next(status, event);
  await countSubmission(db, formSlug, status, next);
  await db.rows(
    sql`
      update submission
      set status = ${next}, rejection_reason = ${reason}, updated_at = ${clock.now()}
      where uid = ${uid}`,
  );
}

/** The transitions of moderation (docs/contract/specification.md 3.4); approving a rejected submission needs the quota. */
const submissionTransitions = createStateMachine(
  {
    pending: { approve: 'approved', reject: 'rejected' },
    approved: { reject: 'rejected' },
    rejected: { approve: 'approved' },
  },
  'INVALID_SUBMISSION_STATUS',
);

/** Deletes a submission with its images, whatever its status, and returns its uid. Fails as `moderate` does. */
export const deleteSubmission = (ctx: RequestContext, input: ModerationInput): Promise<string> =>
  moderate(ctx, 'deleteSubmission', input, async ({ db }, { status }) => {
    await countSubmission(db, input.formSlug, status, null);
    await db.rows(sql`delete from submission where uid = ${input.uid}`);
  });

const takenMessages = ['The answer must be unique, and another submission already has it.'];

/** Fails INVALID_INPUT when another submission already has an answer that must be unique. The caller must hold the lock of the form. */
async function requireUnique(
  { db }: RequestContext,
  { form }: ModeratedSubmission,
  { formSlug, uid }: ModerationInput,
  values: SubmissionAnswers,
): Promise<void> {
  const errors = await findDuplicateAnswers(db, form, { formSlug, uid, values });
  failOnFields(Object.fromEntries(errors.map(({ field }) => [`content.${field}`, takenMessages])));
}

/** A submission under moderation. */
interface ModeratedSubmission {
  /** The content of the form version that the submission belongs to. */
  readonly form: FormContent;
  /** Whether the form has reached its quota. */
  readonly isFull: boolean;
  readonly status: SubmissionStatus;
  readonly answers: SubmissionAnswers;
  readonly revision: SubmissionAnswers | null;
  readonly revisionTag: string | null;
}

/**
 * Moderates a submission to a form, published or not, and returns the submission's uid. All moderation goes through this function. It
 * records the change in the audit log, and locks the form, so that no one else submits, edits or moderates at the same time. Fails UNAUTHORIZED without a key, PERMISSION_DENIED
 * without `moderate_form`, and NOT_FOUND when the form has no such submission.
 */
function moderate(
  ctx: RequestContext,
  action: string,
  input: ModerationInput,
  apply: (tx: RequestContext, submission: ModeratedSubmission) => Promise<unknown>,
): Promise<string> {
  const { formSlug, uid } = input;
  requireModerator(ctx.session);
  return withAuditEntry(ctx, { action, type: 'Submission', input }, async (tx) => {
    await lockForm(tx, formSlug);
    const [f, s] = [sqlText('f'), sqlText('s')];
    const submission =
      (await firstRow<ModeratedSubmission>(
        tx.db,
        sql`
      select v.content as form, ${isQuotaReached(f)} as "isFull", s.status, s.answers, s.revision,
        ${revisionTag(s)} as "revisionTag"
      from submission s
      join form f on f.slug = s.form_slug
      join form_version v on v.form_slug = s.form_slug and v.number = s.form_version
      where s.form_slug = ${formSlug} and s.uid = ${uid}`,
      )) ?? fail('NOT_FOUND');
    await apply(tx, submission);
    return uid;
  });
}

/**
 * Applies the pending change to its submission and returns the submission's uid. The status of the submission stays the same. Fails as
 * `resolveRevision` does, and with INVALID_INPUT when another submission already has an answer that must be unique.
 */
export const approveRevision = (ctx: RequestContext, input: RevisionInput): Promise<string> =>
  resolveRevision(ctx, 'approveRevision', input, async (tx, submission, revision) => {
    if (submission.status !== 'rejected') await requireUnique(tx, submission, input, revision);
    return revision;
  });

/** Discards the pending change of a submission and returns the submission's uid. Fails as `resolveRevision` does. */
export const rejectRevision = (ctx: RequestContext, input: RevisionInput): Promise<string> =>
  resolveRevision(ctx, 'rejectRevision', input, async (_tx, { answers }) => answers);

/** Returns the answers that the submission has after the pending change (`revision`) is applied or discarded. */
type ResolveAnswers = (
  tx: RequestContext,
  submission: ModeratedSubmission,
  revision: SubmissionAnswers,
) => Promise<SubmissionAnswers>;

/**
 * Replaces the answers of a submission with those that `resolveAnswers` returns, and returns the submission's uid. Fails as `moderate`
 * does, and with NO_REVISION without a pending change or REVISION_MISMATCH when the pending change is not the expected one.
 */
const resolveRevision = (
  ctx: RequestContext,
  action: string,
  input: RevisionInput,
  resolveAnswers: ResolveAnswers,
): Promise<string> =>
  moderate(ctx, action, input, async (tx, submission) => {
    const answers = await resolveAnswers(tx, submission, requireRevision(submission, input));
    await replaceAnswers(tx, input.uid, answers);
    await deleteUnreferencedImages(tx, input.uid);
  });

/** The pending change. Fails NO_REVISION without one, REVISION_MISMATCH when another change has replaced the expected change. */
function requireRevision(
  { revision, revisionTag }: ModeratedSubmission,
  { expectedRevisionTag }: RevisionInput,
): SubmissionAnswers {
  if (!revision) return fail('NO_REVISION');
  return revisionTag === (expectedRevisionTag ?? revisionTag)
    ? revision
    : fail('REVISION_MISMATCH', { revision: revisionTag ?? '' });
}

/** Yields the submissions that a form receives. Fails as `requireModerator` does, and NOT_FOUND for an unknown form. */
export async function* followSubmissions(ctx: StreamContext, formSlug: string): AsyncGenerator<SubmissionReceipt> {
  requireModerator(ctx.session);
  const [form] = await ctx.db.rows(sql`select from form where slug = ${formSlug}`);
  if (!form) fail('NOT_FOUND');
  yield* followEvents<SubmissionReceipt>(ctx, {
    topic: `form:${formSlug}`,
    begin: { formSlug, uid: null },
    eventOf: (uid) => ({ formSlug, uid }),
    check: ({ session }) => {
      requireModerator(session);
    },
  });
}
