import type { JsonObject } from '#kernel/json.ts';
import type { RetrieveCatalogPageQuery } from '#rest/generated/operations.ts';
import { pageContext } from './page-context.ts';

type Dataset = NonNullable<RetrieveCatalogPageQuery['catalogDataset']>;
type Field = Dataset['schema'][number];

/** The identifier of a dataset, which is the address of its page. */
export const pageAddress = (root: string, uid: string): string =>
  `${root}/catalog/datasets/${encodeURIComponent(uid)}/`;

/**
 * The machine-readable page of a dataset: schema.org/Dataset in JSON-LD, with the vocabulary of Croissant 1.0 for its files
 * and fields. The page shows what the caller may see, and lists files and fields only for callers who may read the records.
 * `root` is the address of the service.
 */
export function datasetPage(dataset: Dataset, root: string): JsonObject {
  const { uid, datasetId, title, description, keywords, publisher, license, language, published, modified } = dataset;
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
    datePublished: published,
    dateModified: modified,
    isLiveDataset: true,
    spatialCoverage: coverageOf(dataset),
    distribution: [...(hasRecords ? dataset.exports.map(exportFile) : []), ...attachedFiles(dataset, root)],
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

const attachedFiles = ({ attachments }: Dataset, root: string): JsonObject[] =>
  attachments.nodes.map(({ uid, filename, mimetype, bytes, sha256, downloadPath }) => ({
    '@type': 'cr:FileObject',
    '@id': `attachments/${uid}`,
    name: filename,
    contentUrl: `${root}${downloadPath}`,
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
