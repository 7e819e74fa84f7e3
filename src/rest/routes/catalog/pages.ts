import { fail } from '#kernel/fail.ts';
import { RetrieveCatalogDatasetPageDocument } from '#rest/generated/operations.ts';
import { fromPath } from '#rest/request/request-value.ts';
import { customRoute, type Route } from '#rest/route.ts';
import { describeInJsonLd } from './dataset-json-ld.ts';
import { rootOf, sitemapRoutes } from './sitemap.ts';

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
      const { catalogDataset, portalSettings } = (await execute(RetrieveCatalogDatasetPageDocument, variables)).data;
      const dataset = { ...(catalogDataset ?? fail('NOT_FOUND')), catalog: portalSettings };
      const description = describeInJsonLd(dataset, {
        root: rootOf(input),
        hasPortal: input.hasPortal,
        isEmbedded: false,
      });
      return { status: 200, headers: { 'content-type': 'application/ld+json' }, body: JSON.stringify(description) };
    },
  }),
  ...sitemapRoutes,
];
