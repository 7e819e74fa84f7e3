import type { ExploreFacetsFragment } from '#rest/generated/operations.ts';
import type { RestInput } from '#rest/request/request-value.ts';
import type { RestResponse } from '#rest/responders/responders.ts';
import { pageLinks, type Link } from './links.ts';
import { readBoolean } from './read-boolean.ts';

/** A response that consists of links. */
export const linksResponse = (found: readonly Link[]): RestResponse => ({ status: 200, body: { links: found } });

/** The query parameters that add properties to rows and datasets. */
export const additionalFlags = {
  include_links: 'Whether the answer has `_links` to other pages and objects.',
  include_app_metas:
    'Whether the answer has the technical fields of records, and the metadata templates of type extra.',
};

/** A page of results. Groups are not counted, so their `total` is null. */
export function pageResponse(input: RestInput, total: number | null, results: readonly object[]): RestResponse {
  const { limit, offset } = { limit: Number(input.query['limit'] ?? 10), offset: Number(input.query['offset'] ?? 0) };
  return {
    status: 200,
    body: {
      ...(readBoolean(input, 'include_links') && { _links: pageLinks(input, { limit, offset, total }) }),
      ...(total !== null && { total_count: total }),
      results,
    },
  };
}

/** A response with facets. */
export const facetsResponse = (facets: readonly ExploreFacetsFragment[], found: readonly Link[]): RestResponse => ({
  status: 200,
  body: { links: found, facets },
});

/** A text as a literal of the query language. */
export const odsqlLiteral = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&')}"`;
