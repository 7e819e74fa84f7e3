import type { ExploreFacetsFragment } from '../../generated/operations.ts';
import type { RestInput } from '../../request/rest-input.ts';
import { requiredProperty, composeObject, type ObjectShape, type Shape } from '../../responders/body-shape.ts';
import type { Answer, Response } from '../../responders/responder.ts';
import { pageLinks, type Link } from './links.ts';
import { readBoolean } from './read-boolean.ts';

/** The answers that several operations of the Explore API have in common, and how they are described. */

/** A text of any content. */
export const text: Shape = { kind: 'text' };
const count: Shape = { kind: 'number' };

/** An object with these names and any others. A query decides which of them it has. */
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

/** The description of a successful answer with these properties. */
export const bodyResponse = (properties: Readonly<Record<string, Shape>>): Response => ({
  status: 200,
  hasETag: false,
  content: {
    json: composeObject(
      Object.fromEntries(Object.entries(properties).map(([name, shape]) => [name, requiredProperty(shape)])),
    ),
  },
});

const links = listOf(composeObject({ rel: requiredProperty(text), href: requiredProperty({ kind: 'address' }) }));

/** The description of an answer that consists of links. */
export const linksResponse = (): Response => bodyResponse({ links });

/** An answer that consists of links. */
export const answerLinks = (found: readonly Link[]): Answer => ({ status: 200, body: { links: found } });

/** The query parameters that add to rows and datasets. */
export const additions = {
  include_links: 'Whether the answer has `_links` to other pages and objects.',
  include_app_metas: 'Whether it has technical fields of records, and metadata templates of type extra.',
};

/** The description of a page of results. */
export const pageResponse = (item: Shape): Response => ({
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
export function answerPage(input: RestInput, total: number | null, results: readonly object[]): Answer {
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

/** The description of an answer with facets. */
export const facetsResponse = (): Response =>
  bodyResponse({
    links,
    facets: listOf(
      composeObject({
        name: requiredProperty(text),
        facets: requiredProperty(listOf(openObject({ name: text, state: text, value: text }))),
      }),
    ),
  });

/** An answer with facets. */
export const answerFacets = (facets: readonly ExploreFacetsFragment[], found: readonly Link[]): Answer => ({
  status: 200,
  body: { links: found, facets },
});

/** A text as a literal of the query language. */
export const literal = (value: string): string => `"${value.replace(/[\\"]/g, '\\$&')}"`;
