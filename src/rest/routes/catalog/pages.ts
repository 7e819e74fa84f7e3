import { fail } from '#kernel/fail.ts';
import {
  CountCatalogPagesDocument,
  ListCatalogPagesDocument,
  type ListCatalogPagesQuery,
  RetrieveCatalogDatasetPageDocument,
  type RetrieveCatalogDatasetPageQuery,
} from '#rest/generated/operations.ts';
import { constant, fromPath, fromQuery, parseInteger, type RestInput } from '#rest/request/request-value.ts';
import type { RestResponse } from '#rest/responders/responders.ts';
import { customRoute, type ExecuteOperation, type Route } from '#rest/route.ts';
import type { JsonObject } from '#kernel/json.ts';

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

type Dataset = NonNullable<RetrieveCatalogDatasetPageQuery['catalogDataset']>;
type Field = Dataset['schema'][number];

/** The identifier of a dataset, which is the address of its page. */
export const pageAddress = (root: string, uid: string): string =>
  `${root}/catalog/datasets/${encodeURIComponent(uid)}/`;

/**
 * The machine-readable page of a dataset: schema.org/Dataset in JSON-LD, with the vocabulary of Croissant 1.0 for its files
 * and fields. The page shows what the caller may see, and lists files and fields only for callers who may read the records.
 * `root` is the address of the service.
 */
function datasetPage(dataset: Dataset, root: string): JsonObject {
  const { uid, datasetId, title, description, keywords, publisher, license, language, publishedAt, modifiedAt } =
    dataset;
  const hasRecords = dataset.hasRecords && dataset.dataAccess.isDataVisible;
  const url = pageAddress(root, uid);
  return withoutNulls({
    '@context': pageContext,
    '@type': 'sc:Dataset',
    '@id': url,
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: title ?? datasetId,
    description: description === null ? (title ?? datasetId) : plainText(description),
    url,
    identifier: [uid, datasetId],
    keywords,
    creator: publisher === null ? null : { '@type': 'sc:Organization', name: publisher },
    publisher: publisher === null ? null : { '@type': 'sc:Organization', name: publisher },
    license,
    inLanguage: language,
    datePublished: publishedAt,
    dateModified: modifiedAt,
    isLiveDataset: true,
    spatialCoverage: coverageOf(dataset),
    distribution: [...(hasRecords ? dataset.exports.map(exportFile) : []), ...attachedFiles(dataset)],
    recordSet: hasRecords
      ? [{ '@type': 'cr:RecordSet', '@id': 'records', name: 'records', field: dataset.schema.map(fieldOf) }]
      : null,
  });
}

/** An export of the records. Readers of Croissant expect commas in CSV, and no byte order mark. */
const exportFile = ({ format, mediaType, filename, url }: Dataset['exports'][number]): JsonObject => ({
  '@type': 'cr:FileObject',
  '@id': format,
  name: filename,
  contentUrl: `${url}${format === 'csv' ? '?delimiter=,&with_bom=false' : ''}`,
  encodingFormat: mediaType.replace(/;.*/, ''),
});

const attachedFiles = ({ attachments }: Dataset): JsonObject[] =>
  attachments.nodes.map(({ uid, filename, mimetype, bytes, sha256, url }) => ({
    '@type': 'cr:FileObject',
    '@id': `attachments/${uid}`,
    name: filename,
    contentUrl: url,
    contentSize: `${String(bytes)} B`,
    encodingFormat: mimetype ?? 'application/octet-stream',
    sha256,
  }));

const fieldOf = ({ name, label, description, type }: Field): JsonObject => ({
  '@type': 'cr:Field',
  '@id': `records/${name}`,
  name,
  description: description ?? label,
  dataType: dataTypes[type],
  source: { fileObject: { '@id': 'csv' }, extract: { column: name } },
});

/** The types of values in CSV. */
const dataTypes: Readonly<Record<Field['type'], string>> = {
  text: 'sc:Text',
  int: 'sc:Integer',
  double: 'sc:Float',
  date: 'sc:Date',
  datetime: 'sc:Date',
  geo_point_2d: 'sc:Text',
  geo_shape: 'sc:Text',
  file: 'sc:URL',
};

const coverageOf = ({ boundingBox }: Dataset): JsonObject | null =>
  boundingBox && {
    '@type': 'sc:Place',
    geo: {
      '@type': 'sc:GeoShape',
      box: [boundingBox.south, boundingBox.west, boundingBox.north, boundingBox.east].join(' '),
    },
  };

/** The text of an HTML fragment, without tags. */
const plainText = (html: string): string =>
  html
    .replace(/<[^<>]*>/g, ' ')
    .replace(/\s+/g, ' ')
    .trim();

/** Leaves out members without a value: JSON-LD has no null. */
const withoutNulls = (members: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(members).filter(([, value]) => value !== null));

const json = (id: string) => ({ '@id': id, '@type': '@json' });

/** The terms of a page of a dataset: those of schema.org, and the context that Croissant 1.0 prescribes. */
const pageContext = Object.freeze({
  '@language': 'en',
  '@vocab': 'https://schema.org/',
  sc: 'https://schema.org/',
  cr: 'http://mlcommons.org/croissant/',
  rai: 'http://mlcommons.org/croissant/RAI/',
  dct: 'http://purl.org/dc/terms/',
  citeAs: 'cr:citeAs',
  column: 'cr:column',
  conformsTo: 'dct:conformsTo',
  data: json('cr:data'),
  dataType: { '@id': 'cr:dataType', '@type': '@vocab' },
  examples: json('cr:examples'),
  extract: 'cr:extract',
  field: 'cr:field',
  fileProperty: 'cr:fileProperty',
  fileObject: 'cr:fileObject',
  fileSet: 'cr:fileSet',
  format: 'cr:format',
  includes: 'cr:includes',
  isLiveDataset: 'cr:isLiveDataset',
  jsonPath: 'cr:jsonPath',
  key: 'cr:key',
  md5: 'cr:md5',
  parentField: 'cr:parentField',
  path: 'cr:path',
  recordSet: 'cr:recordSet',
  references: 'cr:references',
  regex: 'cr:regex',
  repeated: 'cr:repeated',
  replace: 'cr:replace',
  separator: 'cr:separator',
  source: 'cr:source',
  subField: 'cr:subField',
  transform: 'cr:transform',
});
