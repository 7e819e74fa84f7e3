import type { FastifyRequest } from 'fastify';

/**
 * Where the pages of a Huwise or Opendatasoft portal are in this one, so that links to a portal that was moved here still lead to what they named.
 * Its earlier APIs are not served (docs/contract/explore.md 1).
 */
export const formerAddresses: ReadonlyMap<string, (request: FastifyRequest) => string> = new Map([
  ['/explore', ({ url }: FastifyRequest) => `/${searchOf(parametersOf(url))}`],
  ['/explore/dataset/:datasetId', ({ url }: FastifyRequest) => datasetPage(url)],
  // the tabs of a dataset are parts of its page
  ['/explore/dataset/:datasetId/*', ({ url }: FastifyRequest) => exportOf(url) ?? datasetPage(url)],
  ['/explore/embed/dataset/:datasetId/*', ({ url }: FastifyRequest) => datasetPage(url)],
]);

const parametersOf = (url: string): URLSearchParams => new URL(url, 'http://localhost').searchParams;

/** The identifier of the dataset, as the address has it: encoded. */
const identifierOf = (url: string): string => /\/dataset\/([^/?#]+)/.exec(url)?.[1] ?? '';

const datasetPage = (url: string): string => `/datasets/${identifierOf(url)}`;

/** The export of a link to a download; undefined for another address. */
function exportOf(url: string): string | undefined {
  if (!/^[^?#]*\/download\/?(?:[?#]|$)/.test(url)) return undefined;
  const format = parametersOf(url).get('format') ?? 'csv';
  if (!/^[a-z]{1,20}$/.test(format)) return undefined;
  return `/api/explore/v2.1/catalog/datasets/${identifierOf(url)}/exports/${format === 'xls' ? 'xlsx' : format}`;
}

/** The search of the same words and facets: `refine.theme` is `theme` here. */
function searchOf(parameters: URLSearchParams): string {
  const found = new URLSearchParams();
  for (const [name, value] of parameters) {
    const field = name === 'q' ? name : /^refine\.(\w+)$/.exec(name)?.[1];
    if (field !== undefined && value !== '') found.append(field, value);
  }
  if (parameters.get('sort') === 'modified') found.set('sort', 'MODIFIED_AT');
  return found.size === 0 ? '' : `?${found.toString()}`;
}
