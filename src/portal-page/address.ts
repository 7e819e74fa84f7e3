/** What the page shows at an address. */
export type Address =
  | { readonly view: 'search'; readonly parameters: URLSearchParams }
  | { readonly view: 'dataset'; readonly datasetId: string }
  | { readonly view: 'forms'; readonly page: number }
  | { readonly view: 'form'; readonly slug: string }
  | { readonly view: 'publications'; readonly page: number }
  | { readonly view: 'unknown' };

/** Reads an address. The server has the same paths. */
export function parseAddress({ pathname, searchParams }: URL): Address {
  const [, first = '', second = '', ...others] = pathname.replace(/\/$/, '').split('/');
  const name = decodePart(second);
  if (name === undefined || others.length > 0) return { view: 'unknown' };
  if (first === '') return { view: 'search', parameters: searchParams };
  if (first === 'datasets' && name !== '') return { view: 'dataset', datasetId: name };
  if (first === 'forms')
    return name === '' ? { view: 'forms', page: pageOf(searchParams) } : { view: 'form', slug: name };
  if (first === 'publications' && name === '') return { view: 'publications', page: pageOf(searchParams) };
  return { view: 'unknown' };
}

/** The number of a page, from 1 on. */
export const pageOf = (parameters: URLSearchParams): number => {
  const page = Number(parameters.get('page') ?? '1');
  return Number.isInteger(page) && page >= 1 && page <= 100_000 ? page : 1;
};

/** The path of a dataset. */
export const datasetPath = (datasetId: string): string => `/datasets/${encodeURIComponent(datasetId)}`;

/** The path of a form. */
export const formPath = (slug: string): string => `/forms/${encodeURIComponent(slug)}`;

function decodePart(part: string): string | undefined {
  try {
    return decodeURIComponent(part);
  } catch {
    return undefined;
  }
}
