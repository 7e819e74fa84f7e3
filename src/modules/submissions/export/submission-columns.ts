import type { BlockType } from '#engine/blocks/block.ts';
import { blockTypeDefinitions } from '#engine/blocks/registry.ts';
import { isJsonObject, type Json } from '#kernel/json.ts';
import { sql } from '#kernel/sql.ts';
import type { DatabaseClient } from '#platform/database/database-client.ts';
import type { SubmissionAnswers } from '../submission.entity.ts';
import type { SubmissionStatus } from '../submission-status.ts';

/** A submission as the table of a form or the records of a dataset show it. */
export interface ExportedSubmission {
  readonly uid: string;
  readonly status: SubmissionStatus;
  /** The instant of submission, in UTC and whole seconds. */
  readonly createdAt: string;
  /** The submitter; null for a submission without a key, or when the user was deleted. */
  readonly submittedBy: string | null;
  readonly answers: SubmissionAnswers;
}

/** One column of the submissions to a form. */
export interface SubmissionColumn {
  /**
   * The name, unique in the form: the `fieldId` of the block. A column with only a part of the answer adds a dot and the
   * name of the part.
   */
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
export async function loadSubmissionColumns(
  db: DatabaseClient,
  slug: string,
): Promise<readonly SubmissionColumn[] | undefined> {
  const [found] = await db.rows<{ blocks: readonly ExportedBlock[] }>(sql`
    select (select coalesce(jsonb_agg(to_jsonb(block) order by block.newest desc, block.place), '[]'::jsonb) from (
      select b.value ->> 'fieldId' as "fieldId", b.value ->> 'type' as type, jsonb_path_query_array(b.value, '$.contact.subFields[*].name') as parts,
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
