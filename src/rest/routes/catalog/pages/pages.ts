import { fail } from '#kernel/fail.ts';
import {
  CountCatalogPagesDocument,
  ListCatalogPagesDocument,
  RetrieveCatalogPageDocument,
} from '#rest/generated/operations.ts';
import { constant, fromPath, fromQuery, type RestInput } from '#rest/request/request-value.ts';
import type { RestResponse } from '#rest/responders/responders.ts';
import { customRoute, type ExecuteOperation, type Route } from '#rest/route.ts';
import { parseInteger } from '#rest/wire-values.ts';
import { datasetPage } from './dataset-page.ts';
import { maxAddresses, readSize, sitemap, sitemapIndex } from './sitemap.ts';

/** The address of the service, as the client reached it. */
const rootOf = ({ url }: RestInput): string => url.slice(0, url.lastIndexOf('/catalog/'));

const xml = 'application/xml; charset=utf-8';

const countDatasets = async (execute: ExecuteOperation): Promise<number> =>
  (await execute(CountCatalogPagesDocument, {})).data.catalog.totalCount;

const sitemapFrom = (execute: ExecuteOperation, input: RestInput, offset: number): RestResponse => ({
  status: 200,
  headers: { 'content-type': xml },
  text: sitemap(async (range) => (await execute(ListCatalogPagesDocument, range)).data.catalog, rootOf(input), offset),
});

/** Pages for machines: each dataset in JSON-LD, and where to find them (docs/contract/explore.md 15). */
export const pageRoutesOfCatalog: readonly Route[] = [
  customRoute(RetrieveCatalogPageDocument, {
    method: 'GET',
    path: '/datasets/{dataset_uid}/',
    isPublic: true,
    variables: { dataset_uid: fromPath('dataset_uid') },
    describeResponse: () => ({ status: 200, hasETag: false, content: { mediaType: 'application/ld+json' } }),
    async respond(execute, input, variables) {
      const { catalogDataset } = (await execute(RetrieveCatalogPageDocument, variables)).data;
      const page = datasetPage(catalogDataset ?? fail('NOT_FOUND'), rootOf(input));
      return { status: 200, headers: { 'content-type': 'application/ld+json' }, body: JSON.stringify(page) };
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
