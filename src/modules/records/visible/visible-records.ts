import type { RequestContext } from '../../../api/context.ts';
import { extra } from '../../../api/reading/declare/extra.ts';
import type { ColumnExpression, Row } from '../../../api/reading/declare/type-source.ts';
import type { SqlScope } from '../../../engine/odsql/sql/scope.ts';
import { sql, sqlText, type Sql } from '../../../kernel/sql.ts';
import {
  datasetRights,
  grantedSecurities,
  unionOfSecurities,
  visibleFields,
  type DatasetSecurity,
} from '../../access/index.ts';
import { catalogDatasets, type CatalogDataset } from '../../datasets/index.ts';
import { filesPath } from '../files/file-json.ts';
import type { RecordField } from '../record-field.ts';
import { tableOf } from '../table/generation-table.ts';
import { recordIdentityOf } from '../table/record-identity.ts';
import { isTimeDependent, recordCondition } from './record-condition.ts';
import {
  mixedRecordIdField,
  recordIdField,
  recordScope,
  type RecordIdField,
  type ScopeOptions,
} from './record-scope.ts';

/** The records of a published dataset that a caller may read, as one generation holds them. */
export interface VisibleRecords {
  readonly uid: string;
  readonly datasetId: string;
  /** The generation that readers see. Its records never change, but pushed records are appended to it. */
  readonly generation: string;
  /** A number that changes with each push that appends records. */
  readonly revision: number;
  /** Whether the caller may read records at all; when false, `fields` are visible but no record is. */
  readonly isDataVisible: boolean;
  /** The number of all records, visible to the caller or not. */
  readonly recordCount: number;
  /** The number of calls that the caller may make; null without a quota. */
  readonly quota: DatasetSecurity['apiCallsQuota'];
  /** The visible fields, in order. */
  readonly fields: readonly RecordField[];
  /** All fields, hidden ones included: for conditions, never for an answer. */
  readonly allFields: readonly RecordField[];
  /** The table, under the alias `t`. */
  readonly from: Sql;
  /** The identifier of a record, in the generation. */
  readonly recordId: RecordIdField;
  /** Selects the visible records, over the alias `t`; null for all records. */
  readonly condition: Sql | null;
  /** Whether the condition may select other records at another time. */
  readonly isTimeDependent: boolean;
  /** The scope of the caller's queries: the fields that they can name. */
  scope(options: Omit<ScopeOptions, 'now'>): SqlScope;
}

/** Visible records that the caller may read. */
export type ReadableRecords = VisibleRecords & { readonly isDataVisible: true };

/** A published dataset that the caller may see. */
interface PublishedDataset {
  readonly uid: string;
  readonly datasetId: string;
}

/** The generation of a dataset, and the caller's access to it. */
interface FoundGeneration {
  readonly generation: string;
  readonly recordCount: string;
  readonly isKeyed: boolean;
  readonly hasWords: boolean;
  readonly fields: readonly RecordField[];
  readonly allFields: readonly RecordField[];
  readonly securities: readonly DatasetSecurity[];
}

/** SQL for the FoundGeneration of a dataset; null for a dataset without a generation. */
const foundGeneration: ColumnExpression = (dataset, session) => sql`(
  select json_build_object('generation', g.id::text, 'recordCount', g.record_count::text,
    'isKeyed', g.keyed_count = g.record_count, 'hasWords', g.words = 'complete',
    'fields', ${visibleFields(session, dataset, sql`g.fields`)}, 'allFields', g.fields, 'securities', ${grantedSecurities(session, dataset)})
  from generation g where g.id = ${dataset}.generation)`;

/** The values of a dataset that `visibleRecordsIn` needs. Resolvers that read records request them. */
export const generationOfDataset = extra<CatalogDataset, FoundGeneration | null>({
  source: catalogDatasets,
  name: '$generation',
  value: foundGeneration,
});

/**
 * The records of a dataset that was read for the caller. Like `findVisibleRecords`, but needs no statement when the row of
 * the dataset already contains the generation.
 */
export async function visibleRecordsIn(
  ctx: RequestContext,
  dataset: Row<CatalogDataset>,
): Promise<VisibleRecords | undefined> {
  const found = generationOfDataset.valueIn(dataset);
  if (found === undefined) return findVisibleRecords(ctx, dataset.uid);
  return found ? visibleRecordsOf(ctx, dataset, found) : undefined;
}

/**
 * The records of the dataset with a uid or identifier. Undefined when the dataset does not exist, is not published, or is not
 * visible to the caller. Concurrent calls of one request share a statement.
 */
export const findVisibleRecords = (ctx: RequestContext, name: string): Promise<VisibleRecords | undefined> =>
  ctx.loaders.of('visible records', (names) => findAllVisibleRecords(ctx, names)).load(name);

/** The records of a dataset whose data is visible to the caller; otherwise undefined, as for a dataset that does not exist. */
export async function findReadableRecords(ctx: RequestContext, name: string): Promise<ReadableRecords | undefined> {
  const visible = await findVisibleRecords(ctx, name);
  return visible && isReadable(visible) ? visible : undefined;
}

const isReadable = (visible: VisibleRecords): visible is ReadableRecords => visible.isDataVisible;

async function findAllVisibleRecords(
  ctx: RequestContext,
  names: readonly string[],
): Promise<(VisibleRecords | undefined)[]> {
  const d = sqlText('d');
  const { db, session } = ctx;
  const found = await db.rows<PublishedDataset & { readonly found: FoundGeneration }>(sql`
    select d.uid, d.dataset_id as "datasetId", ${foundGeneration(d, session)} as found from dataset d
    where d.generation is not null and (d.uid = any(${names}::text[]) or d.dataset_id = any(${names}::text[])) and ${datasetRights.see(session, d)}`);
  const records = found.map((row) => visibleRecordsOf(ctx, row, row.found));
  const byUid = new Map(records.map((record) => [record.uid, record]));
  const byId = new Map(records.map((record) => [record.datasetId, record]));
  return names.map((name) => byUid.get(name) ?? byId.get(name));
}

function visibleRecordsOf(
  { app, session }: RequestContext,
  { uid, datasetId }: PublishedDataset,
  { generation, recordCount, isKeyed, hasWords, fields, allFields, securities }: FoundGeneration,
): VisibleRecords {
  const { isDataVisible, apiCallsQuota } = unionOfSecurities(securities);
  const now = app.clock.now();
  const files = { generation, url: `${session.address ?? ''}${filesPath(datasetId)}` };
  const recordId = isKeyed ? recordIdField() : mixedRecordIdField(generation, recordIdentityOf(app.secrets, uid));
  const source = { datasetId, allFields, recordId, hasWords, files };
  const scopeOfAll = recordScope({ ...source, fields: allFields }, { timezone: 'UTC', language: 'en', now });
  return {
    uid,
    datasetId,
    generation,
    revision: Number(recordCount),
    isDataVisible,
    recordCount: Number(recordCount),
    quota: apiCallsQuota,
    fields,
    allFields,
    from: sql`${tableOf(generation)} t`,
    recordId,
    condition: recordCondition(securities, scopeOfAll),
    isTimeDependent: isTimeDependent(securities),
    scope: (options) => recordScope({ ...source, fields }, { ...options, now }),
  };
}
