import { fail } from '#kernel/fail.ts';
import {
  CountCatalogPagesDocument,
  ListCatalogPagesDocument,
  type ListCatalogPagesQuery,
  RetrieveCatalogDatasetPageDocument,
} from '#rest/generated/operations.ts';
import { constant, fromPath, fromQuery, parseInteger, type RestInput } from '#rest/request/request-value.ts';
import type { RestResponse } from '#rest/responders/responders.ts';
import { customRoute, type ExecuteOperation, type Route } from '#rest/route.ts';
import { describeInJsonLd, pageAddress } from './dataset-json-ld.ts';

/** The maximum number of addresses in a sitemap (sitemaps.org). */
const maxAddresses = 50_000;

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

/** The sitemap with the datasets from an offset on, read page by page. */
async function* sitemap(readPage: ReadPage, root: string, offset: number): AsyncGenerator<string> {
  yield `${header}<urlset ${namespace}>\n`;
  let after: string | null = null;
  for (let count = 0; count < maxAddresses; count += readSize) {
    const { nodes, pageInfo }: Page = await readPage({ first: readSize, after, offset: after === null ? offset : 0 });
    yield nodes.map(({ uid, modifiedAt }) => entry('url', pageAddress(root, uid), modifiedAt)).join('');
    if (!pageInfo.hasNextPage) break;
    after = pageInfo.endCursor;
  }
  yield '</urlset>\n';
}

/** The index of the sitemaps of a catalog with this number of datasets. */
export function sitemapIndex(root: string, total: number): string {
  const sitemaps = Array.from({ length: Math.ceil(total / maxAddresses) }, (_each, index) =>
    entry('sitemap', `${root}/catalog/sitemaps/?offset=${String(index * maxAddresses)}`, null),
  );
  return `${header}<sitemapindex ${namespace}>\n${sitemaps.join('')}</sitemapindex>\n`;
}

const entry = (element: string, address: string, modified: string | null): string =>
  `<${element}><loc>${escapeXml(address)}</loc>${modified === null ? '' : `<lastmod>${modified}</lastmod>`}</${element}>\n`;

const escapeXml = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;').replaceAll("'", '&apos;');

/** The address of the service, as the client reached it. */
const rootOf = ({ url }: RestInput): string => url.slice(0, url.lastIndexOf('/catalog/'));

const xml = 'application/xml; charset=utf-8';

const countDatasets = async (execute: ExecuteOperation): Promise<number> =>
  (await execute(CountCatalogPagesDocument, {})).data.catalog?.totalCount ?? 0;

const sitemapFrom = (execute: ExecuteOperation, input: RestInput, offset: number): RestResponse => ({
  status: 200,
  headers: { 'content-type': xml },
  text: sitemap(
    async (range) => (await execute(ListCatalogPagesDocument, range)).data.catalog ?? fail('NOT_FOUND'),
    rootOf(input),
    offset,
  ),
});

/** Pages for machines: each dataset in JSON-LD, and where to find them (docs/contract/explore.md 15). */
export const pageRoutesOfCatalog: readonly Route[] = [
  customRoute(RetrieveCatalogDatasetPageDocument, {
    operationId: 'RetrieveCatalogPage',
    method: 'GET',
    path: '/datasets/{dataset_uid}/',
    isPublic: true,
    variables: { dataset_uid: fromPath('dataset_uid') },
    describeResponse: () => ({ status: 200, hasETag: false, content: { mediaType: 'application/ld+json' } }),
    async respond(execute, input, variables) {
      const { catalogDataset } = (await execute(RetrieveCatalogDatasetPageDocument, variables)).data;
      const description = describeInJsonLd(catalogDataset ?? fail('NOT_FOUND'), {
        root: rootOf(input),
        hasPortal: input.hasPortal,
        isEmbedded: false,
      });
      return { status: 200, headers: { 'content-type': 'application/ld+json' }, body: JSON.stringify(description) };
    },
  }),
  customRoute(CountCatalogPagesDocument, {
    method: 'GET',
    path: '/sitemap.xml/',
    isPublic: true,
    variables: {},
    describeResponse: () => ({ status: 200, hasETag: false, content: { mediaType: 'application/xml' } }),
    async respond(execute, input) {
      const total = await countDatasets(execute);
      return total <= maxAddresses
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
