import { fail } from '../../../kernel/fail.ts';
import {
  ListExploreCatalogFacetsDocument,
  ListExploreDatasetsDocument,
  RetrieveExploreCatalogDocument,
  RetrieveExploreDatasetDocument,
  RetrieveExploreRootDocument,
} from '../../generated/operations.ts';
import { constant, fromPath } from '../../request/request-value.ts';
import type { RestInput } from '../../request/rest-input.ts';
import { customRoute, type Route } from '../../route.ts';
import {
  additions,
  answerFacets,
  answerLinks,
  answerPage,
  facetsResponse,
  linksResponse,
  listOf,
  literal,
  openObject,
  pageResponse,
  text,
} from './answers.ts';
import { datasetBody } from './dataset-body.ts';
import { addressOf, selfLink } from './links.ts';
import { readBoolean } from './read-boolean.ts';
import { facetParameters, listParameters, rowParameters } from './odsql-parameters.ts';

const datasetShape = openObject({
  visibility: text,
  fields: listOf(openObject({ name: text, type: text })),
  dataset_id: text,
  dataset_uid: text,
  metas: openObject({}),
});

/** Whether a query selects values or groups; otherwise the answer has whole datasets. */
const hasSelection = ({ query }: RestInput): boolean =>
  query['select'] !== undefined || query['group_by'] !== undefined;

/** The catalog (docs/contract/explore.md 2 and 10). */
export const exploreCatalogRoutes: readonly Route[] = [
  customRoute(RetrieveExploreRootDocument, {
    method: 'GET',
    path: '/',
    variables: {},
    response: linksResponse,
    answer: async (_execute, input) =>
      answerLinks([
        { rel: 'self', href: addressOf(input) },
        { rel: 'catalog', href: addressOf(input, 'catalog') },
      ]),
  }),
  customRoute(RetrieveExploreCatalogDocument, {
    method: 'GET',
    path: '/catalog/',
    variables: {},
    response: linksResponse,
    answer: async (_execute, input) =>
      answerLinks([
        { rel: 'self', href: addressOf(input, 'catalog') },
        ...['datasets', 'facets'].map((rel) => ({ rel, href: addressOf(input, 'catalog', rel) })),
      ]),
  }),
  customRoute(ListExploreDatasetsDocument, {
    method: 'GET',
    path: '/catalog/datasets/',
    variables: { odsql: listParameters, isSelected: constant(false), withExtras: constant(false) },
    flags: additions,
    response: () => pageResponse(datasetShape),
    async answer(execute, input, variables) {
      const { data } = await execute(ListExploreDatasetsDocument, {
        ...variables,
        isSelected: hasSelection(input),
        withExtras: readBoolean(input, 'include_app_metas'),
      });
      const { totalCount, results, datasets } = data.catalogRows;
      return answerPage(input, totalCount, results ?? (datasets ?? []).map((each) => datasetBody(each, input)));
    },
  }),
  customRoute(RetrieveExploreDatasetDocument, {
    method: 'GET',
    path: '/catalog/datasets/{dataset_id}/',
    variables: {
      dataset_id: fromPath('dataset_id'),
      odsql: rowParameters,
      isSelected: constant(false),
      withExtras: constant(false),
    },
    flags: additions,
    response: () => ({ status: 200, hasETag: false, content: { json: datasetShape } }),
    async answer(execute, input, variables) {
      const { dataset_id: name = '' } = input.path;
      const where = [`dataset_id = ${literal(name)} or dataset_uid = ${literal(name)}`];
      const { data } = await execute(RetrieveExploreDatasetDocument, {
        dataset_id: name,
        odsql: { ...variables.odsql, where, limit: 1 },
        isSelected: hasSelection(input),
        withExtras: readBoolean(input, 'include_app_metas'),
      });
      const [whole] = data.catalog?.nodes ?? [];
      const found = whole ? datasetBody(whole, input) : data.catalogRows?.results[0];
      return { status: 200, body: found ?? fail('RESOURCE_NOT_FOUND', { resource: 'dataset', name }) };
    },
  }),
  customRoute(ListExploreCatalogFacetsDocument, {
    method: 'GET',
    path: '/catalog/facets/',
    variables: { odsql: facetParameters },
    response: facetsResponse,
    async answer(execute, input, variables) {
      const { data } = await execute(ListExploreCatalogFacetsDocument, variables);
      return answerFacets(data.catalogRows.facets, [
        selfLink(input),
        { rel: 'source', href: addressOf(input, 'catalog', 'datasets') },
      ]);
    },
  }),
];
