import { bindFilter } from '#engine/odsql/bind/bind-filter.ts';
import { bindExclusions, bindRefinements, type FieldRefinement } from '#engine/odsql/bind/bind-query.ts';
import type { BoundFilter } from '#engine/odsql/bind/bound.ts';
import { parseWhere } from '#engine/odsql/parse/parse-where.ts';
import { type Language, languages } from '#engine/odsql/scope.ts';
import { filterSql } from '#engine/odsql/sql/filter-sql.ts';
import type { SqlField, SqlScope } from '#engine/odsql/sql/scope.ts';
import { type FacetRequest, type FacetSort, facetSorts, type Filter, type Refinement } from '#engine/odsql/tree.ts';
import { checkTimezone } from '#api/types/odsql.inputs.ts';
import { type Sql, sqlAnd, sqlText } from '#kernel/sql.ts';
import { columnsOfGeneration, type RecordField, type VisibleRecords, visibleRecordsIn } from '#records/index.ts';
import { bindingProblem, filterTree } from './filter-tree.ts';
import type { RecordFilter } from './records.inputs.ts';
import type { RequestContext } from '#api/context.ts';
import type { Row } from '#api/reading/type-source.ts';
import { fail } from '#kernel/fail.ts';
import type { CatalogDataset, DatasetMetadata } from '#datasets/index.ts';
import { countCall, readQuota } from './quota.ts';
import type { QuotaUsage } from './records.type.ts';
import { isJsonObject } from '#kernel/json.ts';

/** The arguments of a query that select records. */
export interface SelectionArguments {
  readonly filter?: RecordFilter | null | undefined;
  readonly where?: readonly string[] | undefined;
  readonly refine?: readonly Refinement[] | undefined;
  readonly exclude?: readonly Refinement[] | undefined;
  /** The requested facets; their options apply to the refinements as well. */
  readonly facets?: readonly FacetRequest[] | undefined;
  readonly timezone: string;
  readonly lang?: Language | null | undefined;
}

/** The selected records: what queries over them can name, and their condition. */
export interface RecordSelection {
  readonly records: VisibleRecords;
  readonly scope: SqlScope;
  /** Null for all records. */
  readonly filter: BoundFilter<SqlField> | null;
  /** The refinements by field, because a disjunctive facet counts without the refinements of its own field. */
  readonly refinements: readonly FieldRefinement<SqlField>[];
  readonly refine: readonly Refinement[];
  readonly exclude: readonly Refinement[];
  readonly optionsOf: (field: SqlField) => FacetOptions;
}

/** Binds a selection to the caller's records. Fails INVALID_INPUT, ODSQL_SYNTAX_ERROR, ODSQL_ERROR and INCOMPATIBLE_TYPES. */
export function bindSelection(
  records: VisibleRecords,
  settings: DatasetSettings,
  { filter, where = [], refine = [], exclude = [], facets = [], timezone, lang }: SelectionArguments,
): RecordSelection {
  const scope = records.scope({ timezone: checkTimezone(timezone), language: lang ?? settings.language });
  const optionsOf = facetOptions(settings.facets, records.fields, facets);
  const parsed = where.flatMap((text) => parseWhere(text) ?? []);
  const conditions = [
    ...(filter ? [bindFilter(treeOf(filter, scope), scope)] : []),
    ...parsed.map((condition) => bindFilter(condition, scope)),
  ];
  const exclusions = bindExclusions(exclude, scope, optionsOf);
  return {
    records,
    scope,
    filter: allOf(exclusions ? [...conditions, exclusions] : conditions),
    refinements: bindRefinements(refine, scope, optionsOf),
    refine,
    exclude,
    optionsOf,
  };
}

/** The filter of a selection, with its refinements except those of one field. */
export const filterOf = ({ filter, refinements }: RecordSelection, except?: SqlField): BoundFilter<SqlField> | null =>
  allOf([
    ...(filter ? [filter] : []),
    ...refinements.filter(({ field }) => field !== except).map((refinement) => refinement.filter),
  ]);

/** The condition of a filter and of the caller's access; undefined for all records. */
export function conditionOf(
  { records, scope }: RecordSelection,
  filter: BoundFilter<SqlField> | null,
): Sql | undefined {
  const conditions = [records.condition, filter && filterSql(filter, scope)].flatMap((condition) => condition ?? []);
  return conditions.length === 0 ? undefined : sqlAnd(...conditions);
}

const allOf = (filters: readonly BoundFilter<SqlField>[]): BoundFilter<SqlField> | null =>
  filters.length > 1 ? { kind: 'and', filters } : (filters[0] ?? null);

const treeOf = (filter: RecordFilter, scope: SqlScope): Filter =>
  filterTree(filter, {
    scope,
    path: 'filter',
    problemOf: (condition) => bindingProblem(() => bindFilter(condition, scope)),
  });

/**
 * Opens the records of a dataset for the caller and counts the call. A dataset that published only metadata has no records. Fails
 * DATA_NOT_VISIBLE where the caller may not read the records, RECORDS_MOVING, and CALLS_QUOTA_REACHED. A query is checked afterwards, so that an invalid
 * one counts as a call.
 */
export async function openRecords(ctx: RequestContext, dataset: Row<CatalogDataset>): Promise<VisibleRecords> {
  const records = await visibleRecordsIn(ctx, dataset);
  if (!records) return noRecords(dataset, ctx.app.clock.now());
  if (!records.isDataVisible) fail('DATA_NOT_VISIBLE');
  await records.requireMoved?.();
  await countCall(ctx, records);
  return records;
}

/** The caller's remaining quota on a dataset; null when the caller has no quota or may not read the data. */
export async function quotaUsageOf(ctx: RequestContext, dataset: Row<CatalogDataset>): Promise<QuotaUsage | null> {
  ctx.record.markPersonal();
  const records = await visibleRecordsIn(ctx, dataset);
  if (records?.isDataVisible !== true) return null;
  return ctx.state.isDatasetCall ? countCall(ctx, records) : readQuota(ctx, records);
}

/** The records of a dataset without published records: no field and no record, so that queries have empty answers. */
const noRecords = ({ uid, datasetId }: Pick<CatalogDataset, 'uid' | 'datasetId'>, now: Date): VisibleRecords => ({
  uid,
  datasetId,
  generation: '0',
  isDataVisible: true,
  recordCount: 0,
  quota: null,
  fields: [],
  allFields: [],
  table: { name: 'no_records', file: null, columns: columnsOfGeneration([]), readTail: null },
  from: sqlText('no_records t'),
  condition: null,
  visibleFilter: null,
  isTimeDependent: false,
  scope: (options) => ({ ...options, fields: [], find: () => undefined, now, position: sqlText('t._position') }),
});

/** The settings in a dataset's metadata for queries over its records. */
export interface DatasetSettings {
  /** The facets by the name of their field. */
  readonly facets: ReadonlyMap<string, FacetSettings>;
  /** The language of the dataset where queries support it, else English. */
  readonly language: Language;
}

/** The settings of a dataset. */
export function settingsOf({ metadata }: Pick<CatalogDataset, 'metadata'>): DatasetSettings {
  const metadataLanguage = metadata['default']?.['language']?.value;
  return {
    facets: facetSettings(metadata),
    language: languages.find((language) => language === metadataLanguage) ?? 'en',
  };
}

/** How a dataset offers a field as a facet. */
interface FacetSettings {
  readonly isDisjunctive: boolean;
  /** Undefined for the default, the most frequent value first. */
  readonly sort: FacetSort | undefined;
}

/** The facets of a dataset by the name of their field, in order, from its metadata. */
export function facetSettings(metadata: DatasetMetadata): ReadonlyMap<string, FacetSettings> {
  const facets: unknown = metadata['asset_content_configuration']?.['facets']?.value;
  const settings = (Array.isArray(facets) ? facets : []).filter(isJsonObject).flatMap((facet) => {
    const { field_name: name, facetsort, disjunctive } = facet;
    return typeof name === 'string'
      ? [[name, { isDisjunctive: disjunctive === true, sort: facetSorts.find((sort) => sort === facetsort) }] as const]
      : [];
  });
  return new Map(settings);
}

/** How a facet counts, and how its values are refined. */
interface FacetOptions {
  readonly isDisjunctive: boolean;
  /** The separator of the levels of a hierarchical text; null for a text without levels. */
  readonly separator: string | null;
  readonly sort: FacetSort | null;
}

/** The separator of the levels of a path when neither the query nor the field names a separator. */
const defaultSeparator = '/';

/** The options of facets: those of the query, else of the dataset's metadata and the field's annotations. */
const facetOptions =
  (
    settings: ReadonlyMap<string, FacetSettings>,
    fields: readonly RecordField[],
    requests: readonly FacetRequest[],
  ): ((field: { readonly name: string }) => FacetOptions) =>
  ({ name }) => {
    const [request, setting] = [requests.find(({ field }) => field === name), settings.get(name)];
    const annotatedSeparator = separatorIn(fields.find((field) => field.name === name));
    const isHierarchical =
      request?.isHierarchical ?? (annotatedSeparator !== undefined || typeof request?.separator === 'string');
    return {
      isDisjunctive: request?.isDisjunctive ?? setting?.isDisjunctive ?? false,
      separator: isHierarchical ? (request?.separator ?? annotatedSeparator ?? defaultSeparator) : null,
      sort: request?.sort ?? setting?.sort ?? null,
    };
  };

/** The separator that a field is annotated with; undefined for a field without levels. */
function separatorIn(field: RecordField | undefined): string | undefined {
  const annotation = field?.annotations.find(({ name }) => name === 'hierarchical');
  return annotation && String(annotation.args[0] ?? defaultSeparator);
}
