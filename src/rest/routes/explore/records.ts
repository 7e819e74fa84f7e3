import { fail } from '#kernel/fail.ts';
import { isJsonObject, JsonText } from '#kernel/json.ts';
import {
  ListCatalogFacetsDocument,
  ListCatalogRecordsDocument,
  RetrieveCatalogRecordDocument,
} from '#rest/generated/operations.ts';
import { fromPath, fromQuery, parseInteger, type RestInput } from '#rest/request/request-value.ts';
import { customRoute, type Route } from '#rest/route.ts';
import {
  additionalFlags,
  addressOf,
  describedBy,
  facetsResponse,
  pageResponse,
  readBoolean,
  selfLink,
} from './explore-conventions.ts';
import { bodyDescription } from './explore-schemas.ts';

/** The parameters that select rows (docs/contract/explore.md 3). */
const selection = {
  where: fromQuery('where', { isList: true }),
  refine: fromQuery('refine', { isList: true }),
  exclude: fromQuery('exclude', { isList: true }),
  timezone: fromQuery('timezone', { default: 'UTC' }),
  lang: fromQuery('lang'),
};

/** The parameters of lists. */
export const listParameters = {
  select: fromQuery('select'),
  ...selection,
  groupBy: fromQuery('group_by'),
  orderBy: fromQuery('order_by'),
  facet: fromQuery('facet', { isList: true }),
  limit: fromQuery('limit', { parse: parseInteger, default: 10 }),
  offset: fromQuery('offset', { parse: parseInteger, default: 0 }),
};

/** The parameters of facets. */
export const facetParameters = { ...selection, facet: fromQuery('facet', { isList: true }) };

/** The parameters of one row. */
export const rowParameters = {
  select: fromQuery('select'),
  timezone: fromQuery('timezone', { default: 'UTC' }),
  lang: fromQuery('lang'),
};

/** The select clause of a request, with the technical fields that the additions need. Groups have no additions. */
function selectOf(input: RestInput): string | undefined {
  const { select, group_by: groupBy } = input.query;
  const added = [
    ...(readBoolean(input, 'include_links') ? ['_id as _links'] : []),
    ...(readBoolean(input, 'include_app_metas') ? ['_id', '_timestamp', '_size'] : []),
  ];
  if (groupBy !== undefined || added.length === 0) return select === undefined ? undefined : String(select);
  return [String(select ?? '*'), ...added].join(', ');
}

/** Adds links as the first member of each row if the request asks for them. Otherwise the rows are sent as the graph returns them. */
const rowBodies = (input: RestInput, datasetId: string, rows: readonly object[]): readonly object[] =>
  readBoolean(input, 'include_links') ? rows.map((row) => withLinks(input, datasetId, row)) : rows;

/** A row with links. It is parsed, because the links need its identifier. */
function withLinks(input: RestInput, datasetId: string, found: object): object {
  const values: unknown = found instanceof JsonText ? found.value : found;
  const { _links: id, ...row } = isJsonObject(values) ? values : {};
  if (typeof id !== 'string') return row;
  const datasetPath = ['catalog', 'datasets', datasetId];
  return {
    _links: [
      { rel: 'self', href: addressOf(input, ...datasetPath, 'records', id) },
      { rel: 'dataset', href: addressOf(input, ...datasetPath) },
      { rel: 'catalog', href: addressOf(input, 'catalog', 'datasets') },
    ],
    ...row,
  };
}

const missingDataset = (name: string | undefined): never =>
  fail('RESOURCE_NOT_FOUND', { resource: 'dataset', name: name ?? '' });

/** The records of a dataset (docs/contract/explore.md 2). */
export const exploreRecordRoutes: readonly Route[] = [
  customRoute(ListCatalogRecordsDocument, {
    operationId: 'ListExploreRecords',
    method: 'GET',
    path: '/catalog/datasets/{dataset_id}/records/',
    isPublic: true,
    variables: { dataset_id: fromPath('dataset_id'), odsql: listParameters },
    flags: additionalFlags,
    describeResponse: bodyDescription('RowPage'),
    async respond(execute, input, variables) {
      const { dataset_id: name } = input.path;
      const odsql = { ...variables.odsql, select: selectOf(input) };
      const dataset = (await execute(ListCatalogRecordsDocument, { dataset_id: name, odsql })).data.catalogDataset;
      if (!dataset?.rows) return missingDataset(name);
      const results = rowBodies(input, dataset.datasetId, dataset.rows.results);
      return { ...pageResponse(input, dataset.rows.totalCount, results), headers: describedBy(input, dataset.uid) };
    },
  }),
  customRoute(RetrieveCatalogRecordDocument, {
    operationId: 'RetrieveExploreRecord',
    method: 'GET',
    path: '/catalog/datasets/{dataset_id}/records/{record_id}/',
    isPublic: true,
    variables: { dataset_id: fromPath('dataset_id'), record_id: fromPath('record_id'), ...rowParameters },
    flags: additionalFlags,
    describeResponse: bodyDescription('Row'),
    async respond(execute, input, variables) {
      const { dataset_id: name, record_id: id = '' } = input.path;
      const select = selectOf(input);
      const found = await execute(RetrieveCatalogRecordDocument, {
        ...variables,
        select: select === undefined ? null : [select],
      });
      const { uid, datasetId, record } = found.data.catalogDataset ?? missingDataset(name);
      const { values } = record ?? fail('RESOURCE_NOT_FOUND', { resource: 'record', name: id });
      const [body] = rowBodies(input, datasetId, [values]);
      return { status: 200, headers: describedBy(input, uid), body };
    },
  }),
  customRoute(ListCatalogFacetsDocument, {
    operationId: 'ListExploreFacets',
    method: 'GET',
    path: '/catalog/datasets/{dataset_id}/facets/',
    isPublic: true,
    variables: { dataset_id: fromPath('dataset_id'), odsql: facetParameters },
    describeResponse: bodyDescription('Facets'),
    async respond(execute, input, variables) {
      const dataset = (await execute(ListCatalogFacetsDocument, variables)).data.catalogDataset;
      const { facets } = dataset?.rows ?? missingDataset(input.path['dataset_id']);
      return facetsResponse(facets, [selfLink(input)]);
    },
  }),
];
