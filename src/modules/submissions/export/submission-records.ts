import { Readable } from 'node:stream';
import type { DatasourceStream } from '#engine/datasource/datasource-reader.ts';
import { Columns } from '#engine/records/columns.ts';
import { sql } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import { loadSubmissionColumns, type ExportedSubmission, type SubmissionColumn } from './submission-columns.ts';
import type { SubmissionStatus } from '../submission-status.ts';

/** The submissions to read. */
export interface SubmissionSelection {
  /** The form's slug. */
  readonly form: string;
  readonly statuses: readonly SubmissionStatus[];
}

/** The size of a batch: the maximum number of submissions and of bytes. */
const batchLimits = { submissions: 500, bytes: 2 ** 22 };

/** Opens the submissions to a form as a JSON array, the oldest first; undefined when there is no such form. The stream reads batches on demand. */
export async function openSubmissionRecords(
  db: DatabaseClient,
  selection: SubmissionSelection,
): Promise<DatasourceStream | undefined> {
  const columns = await loadSubmissionColumns(db, selection.form);
  const exported = columns?.filter(({ only }) => only !== 'table');
  return (
    exported && {
      filename: `${selection.form}.json`,
      mimetype: 'application/json',
      size: null,
      content: Readable.from(streamAsJson(db, selection, exported), { objectMode: false }),
    }
  );
}

/** The names of the fields of these records whose values are lists of texts. */
export async function findListFields(db: DatabaseClient, form: string): Promise<readonly string[]> {
  const columns = (await loadSubmissionColumns(db, form)) ?? [];
  // An extraction names the fields in the same way.
  const names = new Columns();
  return columns.flatMap(({ name, only, isList }) => {
    if (only === 'table') return [];
    const field = names.nameOf(name);
    return isList === true ? [field] : [];
  });
}

async function* streamAsJson(
  db: DatabaseClient,
  selection: SubmissionSelection,
  columns: readonly SubmissionColumn[],
): AsyncGenerator<string> {
  let separator = '[';
  for (let last: PositionedSubmission | undefined; ;) {
    const submissions = await readBatch(db, selection, last);
    last = submissions.at(-1);
    if (!last) break;
    yield separator + submissions.map((submission) => JSON.stringify(recordOf(submission, columns))).join(',\n');
    separator = ',\n';
  }
  yield separator === '[' ? '[]' : ']';
}

const recordOf = (submission: ExportedSubmission, columns: readonly SubmissionColumn[]) =>
  Object.fromEntries(columns.map(({ name, read }) => [name, read(submission)]));

/** A submission with its position in the stream: the exact instant of its creation. */
interface PositionedSubmission extends ExportedSubmission {
  readonly position: string;
}

/** The batch of submissions that follows a submission; without one, the first batch. */
const readBatch = (
  db: DatabaseClient,
  { form, statuses }: SubmissionSelection,
  after: PositionedSubmission | undefined,
): Promise<PositionedSubmission[]> =>
  db.rows<PositionedSubmission>(sql`
  select uid, status, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt", submitted_by as "submittedBy", answers, created_at::text as position
  from (select s.*, sum(octet_length(s.answers::text)) over (order by s.created_at, s.uid) - octet_length(s.answers::text) as before
    from (select * from submission where form_slug = ${form} and status = any(${statuses}::text[])
      and (created_at, uid) > (coalesce(${after?.position ?? null}::timestamptz, '-infinity'), ${after?.uid ?? ''}::text)
      order by created_at, uid limit ${batchLimits.submissions}::int) s) weighed
  where before < ${batchLimits.bytes}::bigint order by created_at, uid`);
