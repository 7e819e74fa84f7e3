import type { RequestContext } from '#api/context.ts';
import type { Row } from '#api/reading/type-source.ts';
import type { Json } from '#kernel/json.ts';
import { requireModerator } from '../moderation/moderation-rights.ts';
import type { SubmissionTable } from '../moderation/moderation.type.ts';
import { loadSubmissionColumns, type SubmissionColumn } from './submission-columns.ts';
import type { Submission } from '../submission.type.ts';

/** The table columns of a form, read once per request; undefined when there is no such form. */
async function loadTableColumns(
  ctx: RequestContext,
  formSlug: string,
): Promise<readonly SubmissionColumn[] | undefined> {
  const columns = await ctx.loaders
    .of<readonly SubmissionColumn[] | undefined>('columns of submissions', (slugs) =>
      Promise.all(slugs.map((slug) => loadSubmissionColumns(ctx.db, slug))),
    )
    .load(formSlug);
  return columns?.filter(({ only }) => only !== 'records');
}

/**
 * The submissions to a form as a table; null when there is no such form. Fails UNAUTHORIZED without a key, and PERMISSION_DENIED without
 * `moderate_form`.
 */
export async function loadSubmissionTable(ctx: RequestContext, formSlug: string): Promise<SubmissionTable | null> {
  requireModerator(ctx.session);
  const columns = await loadTableColumns(ctx, formSlug);
  return columns
    ? { columns: columns.map(({ name }) => name), downloadPath: `/catalog/forms/${formSlug}/submissions/download/` }
    : null;
}

/** The values of a submission in the columns of its form's table. */
export async function readCells(ctx: RequestContext, submission: Row<Submission>): Promise<readonly Json[]> {
  const { uid, status, createdAt, content: answers, formSlug, submitted_by: sender } = submission;
  const exported = { uid, status, createdAt, answers, submittedBy: typeof sender === 'string' ? sender : null };
  return ((await loadTableColumns(ctx, formSlug)) ?? []).map((column) => column.read(exported));
}
