import type { RequestContext } from '#api/context.ts';
import { extra } from '#api/reading/declare-source.ts';
import type { ColumnExpression, Row } from '#api/reading/type-source.ts';
import type { BoundFilter } from '#engine/odsql/bind/bound.ts';
import { filterSql } from '#engine/odsql/sql/filter-sql.ts';
import type { SqlField, SqlScope } from '#engine/odsql/sql/scope.ts';
import { onceFor } from '#kernel/once-for.ts';
import { sql, type Sql, sqlText } from '#kernel/sql.ts';
import {
  datasetRights,
  type DatasetSecurity,
  grantedSecurities,
  unionOfSecurities,
  visibleFields,
} from '#access/index.ts';
import { type CatalogDataset, catalogDatasets } from '#datasets/index.ts';
import { wordsOf, type GenerationTable } from '#platform/columns/column-engine.ts';
import { filesPath } from '../files/file-json.ts';
import {
  requireMoved,
  storedGeneration,
  type StoredGeneration,
  tableOfGeneration,
} from '../generations/generations.service.ts';
import type { RecordField } from '../record-field.ts';
import { sqlRecordScope, type ScopeOptions } from './record-scope.ts';
import { bindStoredFilter } from '#engine/odsql/bind/bind-stored-filter.ts';
import { parseStoredFilter } from '#engine/odsql/parse/parse-where.ts';
import type { Filter } from '#engine/odsql/tree.ts';

/** The records of a published dataset that a caller may read, as one generation holds them. */
export interface VisibleRecords {
  readonly uid: string;
  readonly datasetId: string;
  /** The generation that readers see. Its records never change, but pushed records are appended to it. */
  readonly generation: string;
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
  /** The table of the generation, for the statements that name it. */
  readonly table: GenerationTable;
  /** The table, under the alias `t`. */
  readonly from: Sql;
  /** Selects the visible records, over the alias `t`; null for all records. */
  readonly condition: Sql | null;
  /** The same condition as a filter, whose fields may be hidden from the caller. */
  readonly visibleFilter: BoundFilter<SqlField> | null;
  /** Fails RECORDS_MOVING while an upgrade has not moved the records yet. */
  readonly requireMoved?: () => Promise<void>;
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
  readonly stored: StoredGeneration;
  readonly fields: readonly RecordField[];
  readonly allFields: readonly RecordField[];
  readonly securities: readonly DatasetSecurity[];
}

/** A generation with what its fields and securities say, which all requests that find the same text share. */
interface KnownGeneration extends FoundGeneration, Pick<DatasetSecurity, 'isDataVisible' | 'apiCallsQuota'> {
  /** The filters of the grants; null where a grant shows all records. */
  readonly filters: readonly Filter[] | null;
  readonly isTimeDependent: boolean;
}

/** SQL for the text of the FoundGeneration of a dataset; null for a dataset without a generation. */
const foundGeneration: ColumnExpression = (dataset, session) => sql`(
  select json_build_object('stored', ${storedGeneration(sqlText('g'))}, 'fields',
    ${visibleFields(session, dataset, sql`g.fields`)},
    'allFields', g.fields, 'securities', ${grantedSecurities(session, dataset)})::text
  from generation g where g.id = ${dataset}.generation)`;

/**
 * The value of the text of a FoundGeneration. What is derived from its fields lasts as long as the value. The cast is safe, because the statement
 * makes the text.
 */
const parseGeneration = ({ app }: RequestContext, text: string): KnownGeneration =>
  knownGeneration(app.parsedTexts.parse(text) as FoundGeneration);

const knownGeneration = onceFor((found: FoundGeneration): KnownGeneration => {
  const { securities } = found;
  const { isDataVisible, apiCallsQuota } = unionOfSecurities(securities);
  const isTimeDependent = mayDependOnTime(securities);
  return Object.freeze({ ...found, isDataVisible, apiCallsQuota, filters: filtersOf(securities), isTimeDependent });
});

/** The values of a dataset that `visibleRecordsIn` needs. Resolvers that read records request them. */
export const generationOfDataset = extra<CatalogDataset, string | null>({
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
  return found === null ? undefined : visibleRecordsOf(ctx, dataset, parseGeneration(ctx, found));
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
  const found = await db.rows<PublishedDataset & { readonly found: string }>(sql`
    select d.uid, d.dataset_id as "datasetId", ${foundGeneration(d, session)} as found from dataset d
    where d.generation is not null
      and (d.uid = any(${names}::text[]) or d.dataset_id = any(${names}::text[]))
      and ${datasetRights.see(session, d)}`);
  const records = found.map((row) => visibleRecordsOf(ctx, row, parseGeneration(ctx, row.found)));
  const byUid = new Map(records.map((record) => [record.uid, record]));
  const byId = new Map(records.map((record) => [record.datasetId, record]));
  return names.map((name) => byUid.get(name) ?? byId.get(name));
}

function visibleRecordsOf(
  ctx: RequestContext,
  { uid, datasetId }: PublishedDataset,
  { stored, fields, allFields, isDataVisible, apiCallsQuota, filters, isTimeDependent }: KnownGeneration,
): VisibleRecords {
  const { app, session } = ctx;
  const now = app.clock.now();
  const table = tableOfGeneration(ctx, stored, allFields);
  const source = { datasetId, allFields, filesUrl: `${session.address ?? ''}${filesPath(datasetId)}` };
  const scopeOfAll =
    filters && sqlRecordScope({ ...source, fields: allFields }, { timezone: 'UTC', language: 'en', now });
  const filter = scopeOfAll && visibleFilter(filters, scopeOfAll);
  return {
    uid,
    datasetId,
    generation: stored.id,
    isDataVisible,
    recordCount: stored.recordCount,
    quota: apiCallsQuota,
    fields,
    allFields,
    table,
    from: sqlText(`${table.name} t`),
    condition: filter && filterSql(filter, scopeOfAll),
    visibleFilter: filter,
    requireMoved: () => requireMoved(ctx.db, stored),
    isTimeDependent,
    scope: (options) => sqlRecordScope({ ...source, fields, words: wordsOf(table) }, { ...options, now }),
  };
}

/** The filters of the grants that show data; null when one of them has no filter. */
function filtersOf(securities: readonly DatasetSecurity[]): readonly Filter[] | null {
  const parsed = securities
    .filter(({ isDataVisible }) => isDataVisible)
    .map(({ filterQuery }) => parseStoredFilter(filterQuery));
  const filters = parsed.filter((filter) => filter !== null);
  return filters.length === parsed.length ? filters : null;
}

/**
 * A filter that selects the records that at least one grant shows. A grant whose filter names a
 * missing field shows no record and does not affect the other grants. `scope` has all fields, hidden ones included.
 */
function visibleFilter(filters: readonly Filter[], scope: SqlScope): BoundFilter<SqlField> {
  const shown = filters.map((filter) => bindStoredFilter(filter, scope).filter);
  return { kind: 'or', filters: [{ kind: 'constant', value: false }, ...shown] };
}

/** Whether a filter may call `now`, so that the condition may select other records at another time. */
const mayDependOnTime = (securities: readonly DatasetSecurity[]): boolean =>
  securities.some(({ filterQuery }) => /\bnow\b/i.test(filterQuery));
