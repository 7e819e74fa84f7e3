import type { RestInput } from '../request/rest-input.ts';

/** A requested page, and the length of the whole list. */
export interface RequestedPage {
  readonly limit: number;
  readonly offset: number;
  readonly total: number;
}

/** The URLs of the pages after and before, or null (docs/contract/rest.md 1, Pages): they repeat the query of the request, without its key. */
export function pageUrls(
  { url, query }: Pick<RestInput, 'url' | 'query'>,
  { limit, offset, total }: RequestedPage,
): { next: string | null; previous: string | null } {
  const { apikey: _key, ...others } = query;
  const pageAt = (start: number): string => {
    const parameters = new URLSearchParams();
    const all: RestInput['query'] = { ...others, limit: String(limit), offset: String(start) };
    for (const [name, values] of Object.entries(all))
      for (const value of [values ?? []].flat()) parameters.append(name, value);
    return `${url}?${parameters.toString()}`;
  };
  return {
    next: limit > 0 && offset + limit < total ? pageAt(offset + limit) : null,
    previous: limit > 0 && offset > 0 ? pageAt(Math.max(0, offset - limit)) : null,
  };
}
