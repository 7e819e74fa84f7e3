import { root, rowTotal } from '#api/reading/declare-source.ts';
import { sql, sqlAnd } from '#kernel/sql.ts';
import { requireModerator } from './moderation-rights.ts';
import { submissions } from '../submission.source.ts';

/** The submissions to a form, visible to moderators. */
export const submissionsOfForm = root({
  field: 'submissions',
  source: submissions,
  returns: 'page',
  authorize: requireModerator,
  total: (_session, { formSlug, status, hasRevision, submittedBy, createdAfter, createdBefore, search }) =>
    [hasRevision, submittedBy, createdAfter, createdBefore, search].every((argument) => argument === undefined)
      ? rowTotal('submission', { owner: formSlug, state: status })
      : undefined,
  where: ({ formSlug, status, hasRevision, submittedBy, createdAfter, createdBefore, search }) =>
    sqlAnd(
      sql`t.form_slug = ${formSlug}::text`,
      status === undefined ? undefined : sql`t.status = ${status}::text`,
      hasRevision === undefined ? undefined : sql`(t.revision is not null) = ${hasRevision}::boolean`,
      submittedBy === undefined ? undefined : sql`t.submitted_by = ${submittedBy}::text`,
      createdAfter === undefined ? undefined : sql`t.created_at >= ${createdAfter}::timestamptz`,
      createdBefore === undefined ? undefined : sql`t.created_at < ${createdBefore}::timestamptz`,
      search === undefined
        ? undefined
        : sql`exists (
      select 1 from jsonb_path_query(t.answers, 'strict $.**') answer
      where jsonb_typeof(answer) in ('string', 'number') and position(lower(${search}::text) in lower(answer #>> '{}')) > 0)`,
    ),
});
