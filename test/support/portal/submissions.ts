import { randomUUID } from 'node:crypto';
import { sql } from '#kernel/sql.ts';
import type { SubmissionStatus } from '#submissions/index.ts';
import type { TestApp } from '../app.ts';

/** A stored submission. */
export interface SeededSubmission {
  readonly answers: object;
  readonly status?: SubmissionStatus;
  readonly version?: number;
  readonly submittedBy?: string | null;
  readonly revision?: object | null;
  readonly createdAt?: string;
}

/** Stores submissions in order; returns their uids. */
export async function seedSubmissions(
  { services: { db } }: TestApp,
  slug: string,
  submissions: readonly SeededSubmission[],
): Promise<string[]> {
  const rows = submissions.map(
    (
      { answers: content, status = 'approved', version = 1, submittedBy = null, revision = null, createdAt },
      index,
    ) => ({
      uid: randomUUID(),
      form_slug: slug,
      form_version: version,
      answers: content,
      status,
      submitted_by: submittedBy,
      is_anonymous: submittedBy === null,
      revision,
      revised_by: revision && submittedBy,
      revised_at: revision && '2026-02-01T00:00:00Z',
      created_at: createdAt ?? new Date(Date.UTC(2026, 0, 1, 0, 0, index)).toISOString(),
      updated_at: '2026-02-01T00:00:00Z',
    }),
  );
  await db.rows(
    sql`insert into submission select * from jsonb_populate_recordset(null::submission, ${JSON.stringify(rows)}::jsonb)`,
  );
  await db.rows(
    sql`update form set counted_submissions = (select count(*) from submission where form_slug = slug and status <> 'rejected') where slug = ${slug}`,
  );
  return rows.map(({ uid }) => uid);
}
