import type { RequestContext } from '#api/context.ts';
import type { Row } from '#api/reading/type-source.ts';
import { loadByKey } from '#api/reading/load.ts';
import { type CatalogDataset, catalogDatasets } from '#datasets/index.ts';
import { type VisibleRecords, visibleRecordsIn } from '#records/index.ts';
import { bindSelection, openRecords, type RecordSelection, type SelectionArguments, settingsOf } from './selection.ts';
import { readRecord, readRecordPage } from './read-page.ts';
import { countRecords, onlyColumn, readRows, readTexts, readTotals } from './run-reads.ts';
import type { RecordArgs, RecordPageArgs, RecordSelectionArgs } from './records.inputs.ts';
import { bindQuery } from '#engine/odsql/bind/bind-query.ts';
import { parseFacet, parseRefinements } from '#engine/odsql/parse/parse-facet.ts';
import { parseGroupBy, parseOrderBy, parseSelect } from '#engine/odsql/parse/parse-clauses.ts';
import { lazyObject, parseJson } from '#kernel/json.ts';
import {
  checkTimezone,
  type FacetInput,
  type FacetSort as FacetSortEnum,
  type OdsqlInput,
  parseRowRange,
} from '#api/types/odsql.inputs.ts';
import type { Facet, Rows } from '#api/types/rows.type.ts';
import { readFacets } from './read-facets.ts';
import { failFields } from '#kernel/fail.ts';
import { aggregateTree } from './aggregate-tree.ts';
import { type Aggregate, type AggregateArgs, defaultGroups } from './aggregate.inputs.ts';
import type { FacetRequest, FacetSort } from '#engine/odsql/tree.ts';
import { sql, sqlJoin, sqlText } from '#kernel/sql.ts';
import type { RecordFile } from './records.type.ts';

type Dataset = Row<CatalogDataset>;

/** The arguments of a selection; null counts as not given. */
const selectionArguments = ({
  filter,
  where,
  refine,
  exclude,
  timezone,
  lang,
}: Partial<RecordSelectionArgs>): SelectionArguments => ({
  filter,
  where: typeof where === 'string' ? [where] : [],
  refine: refine ?? [],
  exclude: exclude ?? [],
  timezone: timezone ?? 'UTC',
  lang,
});

/** Opens the records of a dataset for a query and binds its selection. Fails as `openRecords` and `bindSelection`, in that order. */
async function openSelection(
  ctx: RequestContext,
  dataset: Dataset,
  args: SelectionArguments,
): Promise<RecordSelection> {
  return bindSelection(await openRecords(ctx, dataset), settingsOf(dataset), args);
}

/** A page of the visible records. */
export async function listRecords(ctx: RequestContext, dataset: Dataset, args: RecordPageArgs) {
  const { first, after, offset } = args;
  return readRecordPage(ctx, await openSelection(ctx, dataset, selectionArguments(args)), {
    select: args.select ?? [],
    orderBy: args.orderBy ?? [],
    page: { first: first ?? null, after: after ?? undefined, offset },
  });
}

/** A visible record, or null. */
export const findRecord = async (
  ctx: RequestContext,
  dataset: Dataset,
  { recordId, select: items, ...settings }: RecordArgs,
) => readRecord(ctx, await openSelection(ctx, dataset, selectionArguments(settings)), recordId, items ?? []);

/** The record of a global identifier with all its values, or null where the caller may not see it. */
export async function findRecordNode(ctx: RequestContext, key: string) {
  const [uid = '', recordId = ''] = key.split(':');
  const dataset = await loadByKey(ctx, catalogDatasets, uid);
  if (!dataset || !(await visibleRecordsIn(ctx, dataset))?.isDataVisible) return null;
  return findRecord(ctx, dataset, { recordId, timezone: 'UTC' });
}

/** The number of visible records; null where the caller sees none of the data. The number is metadata, so that reading it counts no call. */
export async function countVisibleRecords(ctx: RequestContext, dataset: Dataset): Promise<number | null> {
  const records = await visibleRecordsIn(ctx, dataset);
  return records?.isDataVisible
    ? countRecords(ctx, bindSelection(records, settingsOf(dataset), selectionArguments({})), { kind: 'recordCount' })
    : null;
}

/** Binds a query in ODSQL to the records of a dataset. Fails INVALID_INPUT, ODSQL_SYNTAX_ERROR, ODSQL_ERROR and INCOMPATIBLE_TYPES. */
export function bindRows(dataset: Row<CatalogDataset>, records: VisibleRecords, odsql: OdsqlInput) {
  const { refine, exclude, where, facet, timezone, lang } = odsql;
  const groupBy = parseGroupBy(odsql.groupBy ?? '');
  const facets = (facet ?? []).filter((text) => text.trim() !== '').map(parseFacet);
  const settings = settingsOf(dataset);
  const selection = bindSelection(records, settings, {
    where: where ?? [],
    refine: (refine ?? []).flatMap((text) => parseRefinements(text, 'refine')),
    exclude: (exclude ?? []).flatMap((text) => parseRefinements(text, 'exclude')),
    facets,
    timezone: checkTimezone(timezone, 'odsql.timezone'),
    lang,
  });
  const query = bindQuery(
    { select: parseSelect(odsql.select ?? ''), groupBy, orderBy: parseOrderBy(odsql.orderBy ?? '') },
    selection.scope,
  );
  return { selection, query, facets, settings };
}

/** The result of a query in ODSQL. Parts that are not selected are not read. */
export async function queryRows(ctx: RequestContext, dataset: Row<CatalogDataset>, odsql: OdsqlInput) {
  const records = await openRecords(ctx, dataset);
  const { selection, query, facets, settings } = bindRows(dataset, records, odsql);
  const range = parseRowRange(odsql, query.keys !== null);
  return lazyObject<{ readonly [Part in keyof Rows]: Promise<Rows[Part]> }>({
    totalCount: async () => (query.keys === null ? countRecords(ctx, selection, { order: query.order }) : null),
    results: () => readRows(ctx, selection, query, range),
    facets: () => readFacets(ctx, selection, settings, facets),
  });
}

/** The maximum sum of `first` and `offset` (docs/contract/explore.md 3). */
const maxGroups = 20_000;

/** Groups the selected records of a dataset, and computes measures of each group. */
export async function aggregateRecords(
  ctx: RequestContext,
  dataset: Row<CatalogDataset>,
  args: AggregateArgs,
): Promise<Aggregate> {
  const selection = await openSelection(ctx, dataset, selectionArguments(args));
  const { measures } = args;
  const [first, offset] = [args.first ?? defaultGroups, args.offset ?? 0];
  if (first < 0 || offset < 0 || first + offset > maxGroups)
    failFields({
      first: [`Ask for 0 groups or more; offset and first together may reach at most ${String(maxGroups)}.`],
    });
  const by = args.by ?? [];
  if (by.length === 0 && measures.length === 0) failFields({ measures: ['Give at least one measure or one key.'] });
  const tree = aggregateTree({ by, measures, orderBy: args.orderBy ?? [] }, selection.scope);
  const query = bindQuery(tree, selection.scope);
  if (by.length === 0) return { groups: await readTotals(ctx, selection, query), hasMore: false };
  const groups = await readRows(ctx, selection, query, { limit: first + 1, offset });
  return { groups: groups.slice(0, first), hasMore: groups.length > first };
}

/** The maximum number of values of one facet. */
const maxValues = 20_000;

const sorts = {
  count: 'count',
  count_desc: '-count',
  alphanum: 'alphanum',
  alphanum_desc: '-alphanum',
  num: 'num',
  num_desc: '-num',
} as const satisfies Record<`${FacetSortEnum}`, FacetSort>;

/** Counts the facets of the selected records. */
export async function countFacets(
  ctx: RequestContext,
  dataset: Row<CatalogDataset>,
  inputs: readonly FacetInput[],
  args: RecordSelectionArgs,
): Promise<Facet[]> {
  const records = await openRecords(ctx, dataset);
  const facets = inputs.map(facetRequest);
  const settings = settingsOf(dataset);
  const selection = bindSelection(records, settings, { ...selectionArguments(args), facets });
  for (const [index, { field }] of facets.entries())
    if (!selection.scope.find(field)) failFields({ [`facets.${String(index)}.field`]: [`Unknown field: ${field}`] });
  return readFacets(ctx, selection, settings, facets);
}

function facetRequest(input: FacetInput, index: number): FacetRequest {
  const { field, isDisjunctive = null, isHierarchical = null, separator = null, sort, limit = null } = input;
  const path = `facets.${String(index)}`;
  if (limit !== null && (limit < 1 || limit > maxValues))
    failFields({ [`${path}.limit`]: [`Ask for 1 to ${String(maxValues)} values.`] });
  if (separator === '') failFields({ [`${path}.separator`]: ['Give at least one character.'] });
  return { field, isDisjunctive, isHierarchical, separator, sort: sort ? sorts[sort] : null, limit };
}

/**
 * The file with a SHA-256 that a visible field of a visible record has, as the first record with this file describes it; null when there is none. A
 * value counts only where the publication stored the bytes, so that no record reaches files of other datasets by their checksum.
 */
export async function findRecordFile(
  ctx: RequestContext,
  dataset: Row<CatalogDataset>,
  sha256: string,
): Promise<RecordFile | null> {
  const records = await openRecords(ctx, dataset);
  const columns = records.fields.flatMap(({ type, column }) => (type === 'file' ? [`t.${column}`] : []));
  if (columns.length === 0) return null;
  const condition = records.condition ?? sqlText('true');
  const firstOf = (column: string) => sql`(select ${sqlText(column)} as file from ${records.from}
    where ${sqlText(`${column}_is_stored and json_extract_string(${column}, '$.sha256')`)} = ${sha256} and ${condition}
    order by t._position
    limit 1)`;
  const statement = sql`select json_object('sha256', json_extract(file, '$.sha256'), 'filename', json_extract(file, '$.filename'),
      'mimetype', json_extract(file, '$.mimetype'), 'bytes', json_extract(file, '$.size'))::text
    from (${sqlJoin(columns.map(firstOf), ' union all ')}) listed limit 1`;
  const [found] = onlyColumn(await readTexts(ctx, records, { statement: () => statement }));
  // The cast is safe, because the statement writes the object.
  return found === undefined ? null : (parseJson(found) as RecordFile);
}
