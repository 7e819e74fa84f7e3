import { Readable } from 'node:stream';
import type { DatasourceStream } from '#engine/datasource/datasource.ts';
import { Columns } from '#engine/records/columns.ts';
import { sql } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import { requireModerator, type SubmissionStatus } from './submission-rights.ts';
import type { RequestContext } from '#api/context.ts';
import type { Row } from '#api/reading/type-source.ts';
import { isJsonObject, type Json } from '#kernel/json.ts';
import type { Submission, SubmissionTable } from './submission.type.ts';
import type { BlockType } from '#engine/blocks/block.ts';
import { blockTypeDefinitions } from '#engine/blocks/registry.ts';
import type { SubmissionAnswers } from './submission.entity.ts';

/** The submissions to read. */
interface SubmissionSelection {
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
  select uid, status, to_char(created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "createdAt",
    submitted_by as "submittedBy", answers, created_at::text as position
  from (select s.*,
    sum(octet_length(s.answers::text)) over (order by s.created_at, s.uid) - octet_length(s.answers::text) as before
    from (select * from submission where form_slug = ${form} and status = any(${statuses}::text[])
      and (created_at, uid) > (coalesce(${after?.position ?? null}::timestamptz, '-infinity'),
        ${after?.uid ?? ''}::text)
      order by created_at, uid limit ${batchLimits.submissions}::int) s) weighed
  where before < ${batchLimits.bytes}::bigint order by created_at, uid`);

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

/** The submissions to a form as a table; null without the form. Fails UNAUTHORIZED and PERMISSION_DENIED. */
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

/** A submission as the table of a form or the records of a dataset show it. */
interface ExportedSubmission {
  readonly uid: string;
  readonly status: SubmissionStatus;
  /** The instant of submission, in UTC and whole seconds. */
  readonly createdAt: string;
  /** The submitter; null for a submission without a key, or when the user was deleted. */
  readonly submittedBy: string | null;
  readonly answers: SubmissionAnswers;
}

/** One column of the submissions to a form. */
interface SubmissionColumn {
  /** The name, unique in the form: the `fieldId` of the block, and after a dot the part of the answer, if any. */
  readonly name: string;
  readonly read: (submission: ExportedSubmission) => Json;
  /** Whether the answers are lists of texts. */
  readonly isList?: boolean;
  /** Where the column appears, unless it appears in both the table and the records. */
  readonly only?: 'table' | 'records';
}

/** The parts of a block that determine its columns. */
interface ExportedBlock {
  readonly fieldId: string;
  readonly type: BlockType;
  /** The names of the sub-fields of a contact block; empty for other blocks. */
  readonly parts: readonly string[];
}

const fixedColumns: readonly SubmissionColumn[] = [
  { name: 'submission.uid', read: ({ uid }) => uid },
  { name: 'submission.status', read: ({ status }) => status },
  { name: 'submission.created_at', read: ({ createdAt }) => createdAt },
  // The records of a dataset must not contain the identity of the submitter.
  { name: 'submission.submitted_by', read: ({ submittedBy }) => submittedBy, only: 'table' },
];

/**
 * The columns of the submissions to a form: first the fixed columns, then one or more columns for each block of the newest version in
 * the order of the blocks, then the columns of blocks that only older versions have. Undefined when there is no such form.
 */
async function loadSubmissionColumns(
  db: DatabaseClient,
  slug: string,
): Promise<readonly SubmissionColumn[] | undefined> {
  const [found] = await db.rows<{ blocks: readonly ExportedBlock[] }>(sql`
    select (select coalesce(jsonb_agg(to_jsonb(block) order by block.newest desc, block.place), '[]'::jsonb) from (
      select b.value ->> 'fieldId' as "fieldId", b.value ->> 'type' as type,
        jsonb_path_query_array(b.value, '$.contact.subFields[*].name') as parts,
        max(v.number) as newest, (array_agg(s.at * 1000 + b.at order by v.number desc))[1] as place
      from form_version v, jsonb_array_elements(v.content -> 'sections') with ordinality s(value, at),
        jsonb_array_elements(s.value -> 'blocks') with ordinality b(value, at)
      where v.form_slug = f.slug group by 1, 2, 3) block) as blocks
    from form f where f.slug = ${slug}`);
  if (!found) return undefined;
  const byName = new Map<string, SubmissionColumn>();
  for (const column of [...fixedColumns, ...found.blocks.flatMap(columnsOf)])
    if (!byName.has(column.name)) byName.set(column.name, column);
  return [...byName.values()];
}

function columnsOf({ fieldId, type, parts }: ExportedBlock): readonly SubmissionColumn[] {
  const readAnswer = ({ answers }: ExportedSubmission): Json => ownPart(answers, fieldId);
  const columnOfPart = (name: string): SubmissionColumn => ({
    name: `${fieldId}.${name}`,
    read: (submission) => ownPart(readAnswer(submission), name),
  });
  if (type === 'contact') return parts.map(columnOfPart);
  if (type === 'image') return [{ name: fieldId, read: (submission) => ownPart(readAnswer(submission), 'filename') }];
  if (type !== 'location_picker' && type !== 'location_search')
    return [{ name: fieldId, read: readAnswer, isList: blockTypeDefinitions[type].comparisonType === 'list' }];
  return [
    { name: fieldId, read: (submission) => pointOf(readAnswer(submission)), only: 'records' },
    { ...columnOfPart('lat'), only: 'table' },
    { ...columnOfPart('lon'), only: 'table' },
    { name: `${fieldId}.others`, read: (submission) => otherPropertiesOf(readAnswer(submission)) },
  ];
}

/** The named part of an answer; null when the answer has no such part. */
const ownPart = (value: Json, name: string): Json =>
  isJsonObject(value) && Object.hasOwn(value, name) ? (value[name] ?? null) : null;

const pointOf = (value: Json): Json =>
  isJsonObject(value) ? { lat: ownPart(value, 'lat'), lon: ownPart(value, 'lon') } : null;

/** The properties of a location other than its coordinates. */
function otherPropertiesOf(value: Json): Json {
  if (!isJsonObject(value)) return null;
  const { lat: _lat, lon: _lon, ...others } = value;
  return Object.keys(others).length === 0 ? null : others;
}
