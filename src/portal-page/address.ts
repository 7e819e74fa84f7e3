import { periodOf, placeOf } from './search-filter.ts';
import type {
  CatalogOrder,
  CatalogOrderField,
  CatalogRefineInput,
  SearchPageQueryVariables,
} from './generated/operations.ts';

/** What the page shows at an address. */
export type Address =
  | { readonly view: 'search'; readonly parameters: URLSearchParams }
  | { readonly view: 'dataset'; readonly datasetId: string; readonly parameters: URLSearchParams }
  | {
      readonly view: 'record';
      readonly datasetId: string;
      readonly recordId: string;
      readonly parameters: URLSearchParams;
    }
  | {
      readonly view: 'embed';
      readonly datasetId: string;
      readonly part: 'chart' | 'map';
      readonly parameters: URLSearchParams;
    }
  | { readonly view: 'forms'; readonly page: number }
  | { readonly view: 'form'; readonly slug: string }
  | { readonly view: 'publications'; readonly page: number }
  | { readonly view: 'new-dataset' }
  | { readonly view: 'admin'; readonly path: readonly string[]; readonly parameters: URLSearchParams }
  | {
      readonly view: 'sign-in';
      readonly problem: string | undefined;
      /** The uid of the provider at which a person who has signed out here is still signed in. */
      readonly signedOut: string | undefined;
      readonly returnTo: string;
    }
  | { readonly view: 'account'; readonly problem: string | undefined }
  | { readonly view: 'invitation'; readonly code: string | undefined }
  | { readonly view: 'page'; readonly slug: string }
  | { readonly view: 'glossary'; readonly text: string }
  | { readonly view: 'unknown' };

/** Reads an address. The server has the same paths. The language, which any address may have, is not part of what is shown. */
export function parseAddress(url: URL): Address {
  const { pathname } = url;
  const searchParams = new URLSearchParams(url.searchParams);
  searchParams.delete('lang');
  const [, first = '', second = '', ...others] = pathname.replace(/\/$/, '').split('/');
  if (pathname === newDatasetPath) return { view: 'new-dataset' };
  const name = decodePart(second);
  if (first === 'admin' && name !== undefined) return adminAddress([name, ...others], searchParams);
  const [part, recordId = '', ...more] = others;
  if (first === 'datasets' && name && part === 'records' && isRecordId(recordId) && more.length === 0)
    return { view: 'record', datasetId: name, recordId, parameters: searchParams };
  const embedded = /^\/embed\/datasets\/([^/]+)\/(chart|map)$/.exec(pathname);
  if (embedded) {
    const [, datasetId = '', shown] = embedded;
    return {
      view: 'embed',
      datasetId: decodePart(datasetId) ?? '',
      part: shown === 'map' ? 'map' : 'chart',
      parameters: searchParams,
    };
  }
  if (name === undefined || others.length > 0) return { view: 'unknown' };
  if (first === '') return { view: 'search', parameters: searchParams };
  if (first === 'datasets' && name !== '') return { view: 'dataset', datasetId: name, parameters: searchParams };
  if (first === 'forms')
    return name === '' ? { view: 'forms', page: pageOf(searchParams) } : { view: 'form', slug: name };
  if (first === 'publications' && name === '') return { view: 'publications', page: pageOf(searchParams) };
  if (first === 'sign-in' && name === '') return signInAddress(searchParams);
  if (first === 'invitation' && name === '')
    return { view: 'invitation', code: /^[\w-]{43}$/.exec(searchParams.get('code') ?? '')?.[0] };
  if (first === 'account' && name === '') return { view: 'account', problem: problemOf(searchParams) };
  if (first === 'pages' && name !== '') return { view: 'page', slug: name };
  if (first === 'glossary' && name === '')
    return { view: 'glossary', text: (searchParams.get('q') ?? '').trim().slice(0, 200) };
  return { view: 'unknown' };
}

/** A screen of those who run the catalog, such as `datasets/da_1/metadata`. */
const adminAddress = (parts: readonly string[], parameters: URLSearchParams): Address => ({
  view: 'admin',
  path: parts.filter((part) => part !== ''),
  parameters,
});

/** Where visitors choose with whom they sign in, after a failure with its code. They go on at a path of the page. */
const signInAddress = (parameters: URLSearchParams): Address => {
  const returnTo = parameters.get('return_to') ?? '';
  return {
    view: 'sign-in',
    problem: problemOf(parameters),
    signedOut: parameters.get('signed_out') ?? undefined,
    returnTo: /^\/(?![/\\])[\x21-\x7e]*$/.test(returnTo) ? returnTo : '/',
  };
};

/** The code of what went wrong. */
const problemOf = (parameters: URLSearchParams): string | undefined =>
  /^[A-Z_]{1,60}$/.exec(parameters.get('problem') ?? '')?.[0];

/** Whether a path is that of a part that pages of others show in a frame. */
export const isEmbedded = ({ pathname }: Pick<URL, 'pathname'>): boolean => pathname.startsWith('/embed/');

/** Whether the server has the page at a path; it has other things elsewhere. */
export const isOfPage = ({ pathname }: Pick<URL, 'pathname'>): boolean =>
  /^\/(?:$|datasets\/|forms(?:\/|$)|pages\/|glossary\/?$|publications\/?$|admin(?:\/|$)|(?:sign-in|invitation|account)\/?$)/.test(
    pathname,
  );

/** The number of a page, from 1 on. */
export const pageOf = (parameters: URLSearchParams): number => {
  const page = Number(parameters.get('page') ?? '1');
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1;
};

/** The path below which the catalog is run. */
export const adminPath = '/admin';

/** The path at which a dataset is made of a file. */
export const newDatasetPath = '/admin/datasets/new';

/** The path of a dataset. */
export const datasetPath = (datasetId: string): string => `/datasets/${encodeURIComponent(datasetId)}`;

/** The path of a page that editors wrote. */
export const pagePath = (slug: string): string => `/pages/${encodeURIComponent(slug)}`;

/** The path of a record. */
export const recordPath = (datasetId: string, recordId: string): string =>
  `${datasetPath(datasetId)}/records/${encodeURIComponent(recordId)}`;

const isRecordId = (text: string): boolean => /^[0-9a-f]{40}$/.test(text);

/** The path of a form. */
export const formPath = (slug: string): string => `/forms/${encodeURIComponent(slug)}`;

function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}

/** The facets of the search, in the order in which they are shown. */
export const facetNames = ['theme', 'publisher', 'keyword', 'territory', 'license', 'language', 'features'] as const;

/** Whether a name is that of a field of a template of the portal, which may be a facet: `template.field`. */
const isTemplateFacet = (name: string): boolean => /^[a-z0-9_-]{1,64}\.[a-z0-9_-]{1,64}$/.test(name);

/** The facets that an address may name: those of every portal, then those of its own templates. */
export const facetsIn = (parameters: URLSearchParams): readonly string[] => [
  ...facetNames,
  ...new Set([...parameters.keys()].filter(isTemplateFacet)),
];

/** The orders that visitors choose from. */
export const sorts = [
  'RELEVANCE',
  'MODIFIED_AT',
  'TITLE',
  'DATA_PROCESSED_AT',
] as const satisfies readonly CatalogOrderField[];

/** The number of datasets on a page. */
export const pageSize = 10;

/** The variables of a search. */
export interface SearchVariables extends SearchPageQueryVariables {
  readonly refine: CatalogRefineInput[];
}

/** The variables of the search that an address asks for. */
export function variablesOf(parameters: URLSearchParams): SearchVariables {
  const query = parameters.get('q')?.trim() ?? '';
  return {
    query: query === '' ? null : query,
    refine: facetsIn(parameters)
      .flatMap((field) => parameters.getAll(field).map((value) => ({ field, value, isDisjunctive: true })))
      .slice(0, 100),
    ...filterOf(parameters),
    ...expandedFacet(parameters),
    orderBy: [orderOf(sortOf(parameters))],
    first: pageSize,
    offset: (pageOf(parameters) - 1) * pageSize,
  };
}

/** The facet of which more values are shown, and the characters that they have. */
export function moreOf(parameters: URLSearchParams): string | undefined {
  const more = parameters.get('more') ?? '';
  return facetNames.some((name) => name === more) || isTemplateFacet(more) ? more : undefined;
}

/** The number of values of a facet that are shown at first. */
export const shownValues = 10;

function expandedFacet(parameters: URLSearchParams) {
  const more = moreOf(parameters);
  if (more === undefined) return {};
  return { more, withMore: true, find: parameters.get('find')?.trim().slice(0, 200) ?? null };
}

function filterOf(parameters: URLSearchParams) {
  const [period, place] = [periodOf(parameters), placeOf(parameters)];
  if (!period && !place) return {};
  return { filter: { ...(period && { period }), ...(place && { place }) } };
}

/** An order of the page: dates have the latest first. */
const orderOf = (field: (typeof sorts)[number]): CatalogOrder =>
  field.endsWith('_AT') ? { field, direction: 'DESC' } : { field };

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

/** The parameters of a search without its order, its page and what it shows of a facet, which its feed does not have, and without the key and the language of a visitor. */
export function subscribedParameters(parameters: URLSearchParams): URLSearchParams {
  const kept = new URLSearchParams(parameters);
  for (const name of ['sort', 'page', 'more', 'find', 'lang', 'apikey']) kept.delete(name);
  return kept;
}

/** The path of the feed of a search. */
export const feedPathOf = (parameters: URLSearchParams): string =>
  `/feeds/datasets${pathOf(subscribedParameters(parameters)).slice(1)}`;
