import { fail } from '#kernel/fail.ts';
import { RetrieveCatalogDatasetPageDocument } from '#rest/generated/operations.ts';
import { fromPath } from '#rest/request/request-value.ts';
import { customRoute, type Route } from '#rest/route.ts';
import { describeInCsvw } from './csv-on-the-web.ts';
import { dictionaryCsv, dictionaryMarkdown } from './data-dictionary.ts';
import { describeInDataPackage } from './data-package.ts';
import { describeInJsonLd } from './dataset-json-ld.ts';
import type { DescribedDataset, Placement } from './described-dataset.ts';
import { rootOf, sitemapRoutes } from './sitemap.ts';

/** A description of a dataset for machines, at an address below that of the dataset. */
interface Description {
  readonly operationId: string;
  readonly file: string;
  readonly mediaType: string;
  /** The text; undefined where the caller may not read what is described. */
  readonly describe: (dataset: DescribedDataset, placement: Omit<Placement, 'isEmbedded'>) => string | undefined;
}

const descriptions: readonly Description[] = [
  {
    operationId: 'RetrieveCatalogPage',
    file: '',
    mediaType: 'application/ld+json',
    describe: (dataset, placement) => JSON.stringify(describeInJsonLd(dataset, { ...placement, isEmbedded: false })),
  },
  {
    operationId: 'RetrieveDataPackage',
    file: 'datapackage.json',
    mediaType: 'application/vnd.datapackage+json',
    describe: (dataset, placement) => JSON.stringify(describeInDataPackage(dataset, placement)),
  },
  {
    operationId: 'RetrieveCsvMetadata',
    file: 'csv-metadata.json',
    mediaType: 'application/csvm+json',
    describe(dataset) {
      const description = describeInCsvw(dataset);
      return description && JSON.stringify(description);
    },
  },
  {
    operationId: 'RetrieveDictionaryCsv',
    file: 'dictionary.csv',
    mediaType: 'text/csv; charset=utf-8',
    describe: dictionaryCsv,
  },
  {
    operationId: 'RetrieveDictionaryMarkdown',
    file: 'dictionary.md',
    mediaType: 'text/markdown; charset=utf-8',
    describe: dictionaryMarkdown,
  },
];

const descriptionRoute = ({ operationId, file, mediaType, describe }: Description): Route =>
  customRoute(RetrieveCatalogDatasetPageDocument, {
    operationId,
    method: 'GET',
    path: `/datasets/{dataset_uid}/${file}`,
    isPublic: true,
    variables: { dataset_uid: fromPath('dataset_uid') },
    describeResponse: () => ({ status: 200, hasETag: false, content: { mediaType } }),
    async respond(execute, input, variables) {
      const { catalogDataset, portalSettings } = (await execute(RetrieveCatalogDatasetPageDocument, variables)).data;
      const dataset = { ...(catalogDataset ?? fail('NOT_FOUND')), catalog: portalSettings };
      const text = describe(dataset, { root: rootOf(input), hasPortal: input.hasPortal }) ?? fail('NOT_FOUND');
      return { status: 200, headers: { 'content-type': mediaType }, body: text };
    },
  });

/** Pages for machines: what describes each dataset, and where to find them (docs/contract/explore.md 15). */
export const pageRoutesOfCatalog: readonly Route[] = [...descriptions.map(descriptionRoute), ...sitemapRoutes];
