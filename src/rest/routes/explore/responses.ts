import type { ExploreFacetsFragment } from '../../generated/operations.ts';
import type { RestInput } from '../../request/rest-input.ts';
import { requiredProperty, composeObject, type ObjectShape, type Shape } from '../../responders/body-shape.ts';
import type { RestResponse, ResponseDescription } from '../../responders/responder.ts';
import { pageLinks, type Link } from './links.ts';
import { readBoolean } from './read-boolean.ts';

/** The responses that several operations of the Explore API have in common, and how they are described. */

/** A text of any content. */
export const anyText: Shape = { kind: 'text' };
const count: Shape = { kind: 'number' };

/** An object with these properties and any others. The query decides which properties the object has. */
export const openObject = (properties: Readonly<Record<string, Shape>>): ObjectShape => ({
  ...composeObject(
    Object.fromEntries(
      Object.entries(properties).map(([name, shape]) => [name, { shape, isNullable: false, isOptional: true }]),
    ),
  ),
  isOpen: true,
});

/** A list of items with one shape. */
export const listOf = (items: Shape): Shape => ({ kind: 'list', items });

/** The description of a successful response with these properties. */
export const bodyDescription = (properties: Readonly<Record<string, Shape>>): ResponseDescription => ({
  status: 200,
  hasETag: false,
  content: {
    json: composeObject(
      Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, requiredProperty(shape)])),
    ),
  },
});

const links = listOf(composeObject({ rel: requiredProperty(anyText), href: requiredProperty({ kind: 'address' }) }));

/** The description of a response that consists of links. */
export const linksDescription = (): ResponseDescription => bodyDescription({ links });

/** A response that consists of links. */
export const linksResponse = (found: readonly Link[]): RestResponse => ({ status: 200, body: { links: found } });

/** The query parameters that add properties to rows and datasets. */
export const additionalFlags = {
  include_links: 'Whether the answer has `_links` to other pages and objects.',
  include_app_metas:
    'Whether the answer has the technical fields of records, and the metadata templates of type extra.',
};

/** The description of a page of results. */
export const pageDescription = (item: Shape): ResponseDescription => ({
  status: 200,
  hasETag: false,
  content: {
    json: composeObject({
      _links: { shape: links, isNullable: false, isOptional: true },
      total_count: { shape: count, isNullable: false, isOptional: true, description: 'Left out for groups.' },
      results: requiredProperty(listOf(item)),
    }),
  },
});

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

/** The description of a response with facets. */
export const facetsDescription = (): ResponseDescription =>
  bodyDescription({
    links,
    facets: listOf(
      composeObject({
        name: requiredProperty(anyText),
        facets: requiredProperty(listOf(openObject({ name: anyText, state: anyText, value: anyText }))),
      }),
    ),
  });

/** A response with facets. */
export const facetsResponse = (facets: readonly ExploreFacetsFragment[], found: readonly Link[]): RestResponse => ({
  status: 200,
  body: { links: found, facets },
});

/** A text as a literal of the query language. */
export const odsqlLiteral = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&')}"`;
