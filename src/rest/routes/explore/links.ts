import { exploreBasePath, joinExploreUrl } from '#api/explore-base.ts';
import type { RestInput } from '#rest/request/request-value.ts';
import { pageAddress } from '../catalog/pages/dataset-page.ts';

/** A link of the Explore API (docs/contract/explore.md 4, Links). */
export interface Link {
  readonly rel: string;
  readonly href: string;
}

/** The absolute address of the Explore API, as the client reached it. */
export const rootOf = ({ url }: Pick<RestInput, 'url'>): string =>
  url.slice(0, url.indexOf(exploreBasePath) + exploreBasePath.length);

/** The absolute URL of a path below the root of the Explore API; the segments are percent-encoded. */
export const addressOf = (input: Pick<RestInput, 'url'>, ...parts: readonly string[]): string =>
  joinExploreUrl(rootOf(input), ...parts);

/** The header with the link to the machine-readable page that describes a dataset (RFC 8288, relation `describedby` of POWDER). */
export const describedBy = ({ url }: Pick<RestInput, 'url'>, uid: string): { readonly link: string } => ({
  link: `<${pageAddress(url.slice(0, url.indexOf(exploreBasePath)), uid)}>; rel="describedby"; type="application/ld+json"`,
});

/** The address of the request itself, without its key. */
export function selfLink({ url, query }: RestInput): Link {
  const text = searchOf(query, {});
  return { rel: 'self', href: `${url.slice(0, -1)}${text}` };
}

/** A requested page. */
interface Page {
  readonly limit: number;
  readonly offset: number;
  /** The number of all results; null where it is not counted. */
  readonly total: number | null;
}

/** The maximum sum of `offset` and `limit` of a page. */
const maxEnd = 10_000;

/** The links of a page: the page itself, the first page, the last page within the maximum, and the next page if there is one. */
export function pageLinks(input: RestInput, { limit, offset, total }: Page): Link[] {
  const linkTo = (rel: string, start: number): Link => ({
    rel,
    href: `${input.url.slice(0, -1)}${searchOf(input.query, { limit: String(limit), offset: String(start) })}`,
  });
  if (limit < 1 || total === null) return [selfLink(input)];
  const reachable = Math.min(total, maxEnd - (maxEnd % limit));
  const last = Math.max(0, Math.ceil(reachable / limit) - 1) * limit;
  return [
    selfLink(input),
    linkTo('first', 0),
    linkTo('last', last),
    ...(offset + limit < reachable ? [linkTo('next', offset + limit)] : []),
  ];
}

function searchOf({ apikey: _key, ...query }: RestInput['query'], changed: Readonly<Record<string, string>>): string {
  const parameters = new URLSearchParams();
  for (const [name, values] of Object.entries({ ...query, ...changed }))
    for (const value of [values ?? []].flat()) parameters.append(name, value);
  return parameters.size === 0 ? '' : `?${parameters.toString()}`;
}
