import { partAt } from '#kernel/json.ts';
import { fail } from '#kernel/fail.ts';
import {
  ListCatalogRowsFacetsDocument,
  ListCatalogRowsDocument,
  RetrievePortalSettingsDocument,
  RetrieveCatalogDatasetValuesDocument,
} from '#rest/generated/operations.ts';
import { constant, fromPath, type RestInput } from '#rest/request/request-value.ts';
import { customRoute, type Route } from '#rest/route.ts';
import {
  additionalFlags,
  addressOf,
  describedBy,
  facetsResponse,
  linksResponse,
  odsqlLiteral,
  pageResponse,
  readBoolean,
  selfLink,
} from './explore-conventions.ts';
import { bodyDescription } from './explore-schemas.ts';
import { facetParameters, listParameters, rowParameters } from './records.ts';

/** The variables that `requestedParts` sets for each request. */
const datasetParts = { isSelected: constant(false), withExtras: constant(false), withLinks: constant(false) };

/** What a request asks for: selected values or groups, or whole datasets and what is added to them. */
const requestedParts = (input: RestInput) => ({
  isSelected: input.query['select'] !== undefined || input.query['group_by'] !== undefined,
  withExtras: readBoolean(input, 'include_app_metas'),
  withLinks: readBoolean(input, 'include_links'),
});

/** The catalog (docs/contract/explore.md 2 and 10). */
export const exploreCatalogRoutes: readonly Route[] = [
  customRoute(RetrievePortalSettingsDocument, {
    operationId: 'RetrieveExploreRoot',
    method: 'GET',
    path: '/',
    isPublic: true,
    variables: {},
    describeResponse: bodyDescription('Links'),
    respond: async (_execute, input) =>
      linksResponse([
        { rel: 'self', href: addressOf(input) },
        { rel: 'catalog', href: addressOf(input, 'catalog') },
      ]),
  }),
  customRoute(RetrievePortalSettingsDocument, {
    operationId: 'RetrieveExploreCatalog',
    method: 'GET',
    path: '/catalog/',
    isPublic: true,
    variables: {},
    describeResponse: bodyDescription('Links'),
    respond: async (_execute, input) =>
      linksResponse([
        { rel: 'self', href: addressOf(input, 'catalog') },
        ...['datasets', 'exports', 'facets'].map((rel) => ({ rel, href: addressOf(input, 'catalog', rel) })),
      ]),
  }),
  customRoute(ListCatalogRowsDocument, {
    operationId: 'ListExploreDatasets',
    method: 'GET',
    path: '/catalog/datasets/',
    isPublic: true,
    variables: { odsql: listParameters, ...datasetParts },
    flags: additionalFlags,
    describeResponse: bodyDescription('CatalogDatasetPage'),
    async respond(execute, input, variables) {
      const { data } = await execute(ListCatalogRowsDocument, {
        ...variables,
        ...requestedParts(input),
      });
      const { totalCount, results, datasets } = data.catalogRows;
      const whole = (datasets ?? []).map(({ exploreValues }) => exploreValues).filter((values) => values !== null);
      return pageResponse(input, totalCount, results ?? whole);
    },
  }),
  customRoute(RetrieveCatalogDatasetValuesDocument, {
    operationId: 'RetrieveExploreDataset',
    method: 'GET',
    path: '/catalog/datasets/{dataset_id}/',
    isPublic: true,
    variables: {
      dataset_id: fromPath('dataset_id'),
      odsql: rowParameters,
      ...datasetParts,
    },
    flags: additionalFlags,
    describeResponse: bodyDescription('CatalogDataset'),
    async respond(execute, input, variables) {
      const { dataset_id: name = '' } = input.path;
      const where = [`dataset_id = ${odsqlLiteral(name)} or dataset_uid = ${odsqlLiteral(name)}`];
      const { data, parts } = await execute(RetrieveCatalogDatasetValuesDocument, {
        dataset_id: name,
        odsql: { ...variables.odsql, where, limit: 1 },
        ...requestedParts(input),
      });
      const whole = data.catalogDataset;
      const found = whole
        ? (partAt(parts, 'catalogDataset.exploreValues') ?? whole.exploreValues)
        : data.catalogRows?.results[0];
      return {
        status: 200,
        ...(whole && { headers: describedBy(input, whole.uid) }),
        body: found ?? fail('RESOURCE_NOT_FOUND', { resource: 'dataset', name }),
      };
    },
  }),
  customRoute(ListCatalogRowsFacetsDocument, {
    operationId: 'ListExploreCatalogFacets',
    method: 'GET',
    path: '/catalog/facets/',
    isPublic: true,
    variables: { odsql: facetParameters },
    describeResponse: bodyDescription('Facets'),
    async respond(execute, input, variables) {
      const { data } = await execute(ListCatalogRowsFacetsDocument, variables);
      return facetsResponse(data.catalogRows.facets, [
        selfLink(input),
        { rel: 'source', href: addressOf(input, 'catalog', 'datasets') },
      ]);
    },
  }),
];
