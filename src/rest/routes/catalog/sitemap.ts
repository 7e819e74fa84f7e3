import { fail } from '#kernel/fail.ts';
import {
  CountCatalogPagesDocument,
  ListCatalogPagesDocument,
  type ListCatalogPagesQuery,
  ListFormsOfCatalogDocument,
} from '#rest/generated/operations.ts';
import { constant, fromQuery, parseInteger, type RestInput } from '#rest/request/request-value.ts';
import type { RestResponse } from '#rest/responders/responders.ts';
import { customRoute, type ExecuteOperation, type Route } from '#rest/route.ts';
import { pageAddress, portalPageAddress } from './described-dataset.ts';

/** The number of datasets in a sitemap: with the other pages it has at most 50,000 addresses (sitemaps.org). */
const maxDatasets = 45_000;

/** The number of datasets that one operation reads. */
const readSize = 1_000;

type Page = NonNullable<ListCatalogPagesQuery['catalog']>;
/** Reads a page of datasets after a cursor, or from an offset. */
type ReadPage = (range: {
  readonly first: number;
  readonly after: string | null;
  readonly offset: number;
}) => Promise<Page>;

const header = '<?xml version="1.0" encoding="UTF-8"?>\n';
const namespace = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"';

/** A sitemap: the addresses of other pages, then of the datasets from an offset on, read page by page. */
async function* sitemap(
  readPage: ReadPage,
  others: readonly string[],
  addressOf: (dataset: Page['nodes'][number]) => string,
  offset: number,
): AsyncGenerator<string> {
  yield `${header}<urlset ${namespace}>\n${others.map((address) => entry('url', address, null)).join('')}`;
  let after: string | null = null;
  for (let count = 0; count < maxDatasets; count += readSize) {
    const { nodes, pageInfo }: Page = await readPage({ first: readSize, after, offset: after === null ? offset : 0 });
    yield nodes.map((dataset) => entry('url', addressOf(dataset), dataset.modifiedAt)).join('');
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  yield '</urlset>\n';
}

/** The index of the sitemaps of a catalog with this number of datasets. */
export function sitemapIndex(root: string, total: number): string {
  const sitemaps = Array.from({ length: Math.ceil(total / maxDatasets) }, (_each, index) =>
    entry('sitemap', `${root}/catalog/sitemaps/?offset=${String(index * maxDatasets)}`, null),
  );
  return `${header}<sitemapindex ${namespace}>\n${sitemaps.join('')}</sitemapindex>\n`;
}

const entry = (element: string, address: string, modified: string | null): string =>
  `<${element}><loc>${escapeXml(address)}</loc>${modified === null ? '' : `<lastmod>${modified}</lastmod>`}</${element}>\n`;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;');

/** The address of the service, as the client reached it. */
export const rootOf = ({ url }: Pick<RestInput, 'url'>): string => url.slice(0, url.lastIndexOf('/catalog/'));

const xml = 'application/xml; charset=utf-8';

const countDatasets = async (execute: ExecuteOperation): Promise<number> =>
  (await execute(CountCatalogPagesDocument, {})).data.catalog?.totalCount ?? 0;

/**
 * The addresses of the pages for people that show no dataset: where datasets, forms and terms are listed, the first forms that the caller may fill in, and
 * the first pages of editors. A page of each kind may have one slug, which is one address.
 */
async function portalAddresses(execute: ExecuteOperation, root: string): Promise<readonly string[]> {
  const { forms, codeEditorPages, studioPages, glossaryTerms } = (await execute(ListFormsOfCatalogDocument, {})).data;
  const addressesIn = (folder: string, ...lists: (typeof forms)[]): readonly string[] => {
    const slugs = lists.flatMap((list) => list?.nodes ?? []).map(({ slug }) => slug);
    return [...new Set(slugs)].map((slug) => `${root}/${folder}/${encodeURIComponent(slug)}`);
  };
  return [
    `${root}/`,
    `${root}/forms`,
    ...addressesIn('forms', forms),
    ...addressesIn('pages', codeEditorPages, studioPages),
    ...(glossaryTerms?.totalCount ? [`${root}/glossary`] : []),
  ];
}

/** The sitemap from an offset on. It has the pages for people, or without a portal the descriptions for machines. */
async function sitemapFrom(execute: ExecuteOperation, input: RestInput, offset: number): Promise<RestResponse> {
  const root = rootOf(input);
  const { hasPortal } = input;
  const readPage: ReadPage = async (range) =>
    (await execute(ListCatalogPagesDocument, range)).data.catalog ?? fail('NOT_FOUND');
  const others = hasPortal && offset === 0 ? await portalAddresses(execute, root) : [];
  const addressOf = ({ uid, datasetId }: Page['nodes'][number]): string =>
    hasPortal ? portalPageAddress(root, datasetId) : pageAddress(root, uid);
  return { status: 200, headers: { 'content-type': xml }, text: sitemap(readPage, others, addressOf, offset) };
}

/** The sitemap of the catalog, or its parts. */
export const sitemapRoutes: readonly Route[] = [
  customRoute(CountCatalogPagesDocument, {
    method: 'GET',
    path: '/sitemap.xml/',
    isPublic: true,
    variables: {},
    describeResponse: () => ({ status: 200, hasETag: false, content: { mediaType: 'application/xml' } }),
    async respond(execute, input) {
      const total = await countDatasets(execute);
      return total <= maxDatasets
        ? sitemapFrom(execute, input, 0)
        : { status: 200, headers: { 'content-type': xml }, body: sitemapIndex(rootOf(input), total) };
    },
  }),
  customRoute(ListCatalogPagesDocument, {
    method: 'GET',
    path: '/sitemaps/',
    isPublic: true,
    variables: {
      first: constant(readSize),
      after: constant(null),
      offset: fromQuery('offset', { parse: parseInteger, default: 0 }),
    },
    describeResponse: () => ({ status: 200, hasETag: false, content: { mediaType: 'application/xml' } }),
    async respond(execute, input) {
      const { offset: text = '0' } = input.query;
      const offset = typeof text === 'string' && /^\d{1,9}$/.test(text) ? Number(text) : Infinity;
      return offset < (await countDatasets(execute)) ? sitemapFrom(execute, input, offset) : fail('NOT_FOUND');
    },
  }),
];
