import { pageOf } from '#portal-page/address.ts';
import type { CatalogSort, SearchPageQueryVariables } from '#portal-page/generated/operations.ts';

/** The facets of the search, in the order in which they are shown. */
export const facetNames = ['theme', 'publisher', 'keyword', 'license', 'language', 'features'] as const;
/** The name of a facet. */
export type FacetName = (typeof facetNames)[number];

/** The orders that visitors choose from. */
export const sorts = ['RELEVANCE', 'MODIFIED', 'TITLE', 'PROCESSED'] as const satisfies readonly CatalogSort[];

/** The number of datasets on a page. */
export const pageSize = 10;

/** The variables of the search that an address asks for. */
export function variablesOf(parameters: URLSearchParams): SearchPageQueryVariables {
  const query = parameters.get('q')?.trim() ?? '';
  return {
    query: query === '' ? null : query,
    refine: facetNames.flatMap((field) => parameters.getAll(field).map((value) => ({ field, value }))).slice(0, 100),
    sort: sortOf(parameters),
    first: pageSize,
    offset: (pageOf(parameters) - 1) * pageSize,
  };
}

/** The order that an address asks for. */
export const sortOf = (parameters: URLSearchParams): (typeof sorts)[number] =>
  sorts.find((sort) => sort === parameters.get('sort')) ?? 'RELEVANCE';

/** The path of the same search on another page. */
export function pathOfPage(parameters: URLSearchParams, page: number): string {
  const changed = new URLSearchParams(parameters);
  if (page === 1) changed.delete('page');
  else changed.set('page', String(page));
  return pathOf(changed);
}

/** The path of a search; empty parameters are left out. */
export function pathOf(parameters: URLSearchParams): string {
  const filled = new URLSearchParams([...parameters].filter(([, value]) => value !== ''));
  if (filled.get('sort') === 'RELEVANCE') filled.delete('sort');
  const search = filled.toString();
  return search === '' ? '/' : `/?${search}`;
}
