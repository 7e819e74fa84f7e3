import { htmlText } from '#api/html-text.ts';
import type { JsonObject } from '#kernel/json.ts';
import { truncate } from '#kernel/text.ts';
import {
  dcatTexts,
  type DescribedDataset,
  type Field,
  mediaTypeOf,
  pageAddress,
  type Placement,
  plainCsvAddress,
  readableFields,
  titleOf,
  urlOf,
  withoutNulls,
} from './described-dataset.ts';
import { jsonLdContext } from './json-ld-context.ts';

/** The numbers of fields and files that a page for people describes in its head. The description for machines has all of them. */
const maxEmbeddedFields = 100;
export const maxEmbeddedFiles = 50;

/** The lengths of a description that Google accepts. */
const minDescriptionLength = 50;
const maxDescriptionLength = 5_000;

/** The JSON-LD of a dataset for the head of its page for people. No text of a dataset ends the script element. `root` is the address of the service. */
export const embeddedJsonLd = (dataset: DescribedDataset, root: string): string =>
  scriptText(describeInJsonLd(dataset, { root, hasPortal: true, isEmbedded: true }));

/** A JSON text in which no character starts a tag or an entity, so that it can stand in a script element. */
const scriptText = (value: JsonObject): string =>
  JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );

/**
 * Describes a dataset in JSON-LD: schema.org/Dataset as search engines read it, with the vocabulary of Croissant 1.0 for its files and fields. It shows what the
 * caller may see, and lists exports and fields only for callers who may read the records.
 */
export function describeInJsonLd(dataset: DescribedDataset, placement: Placement): JsonObject {
  const { uid, datasetId, publisher, language, publishedAt, modifiedAt, keywords, themes } = dataset;
  const { root, isEmbedded } = placement;
  const fields = readableFields(dataset);
  const exports = fields === dataset.schema ? dataset.exports : [];
  const listed = isEmbedded ? fields.slice(0, maxEmbeddedFields) : fields;
  const address = pageAddress(root, uid);
  const dcat = dcatTexts(dataset);
  return withoutNulls({
    '@context': jsonLdContext,
    // Search engines also look for the name without a prefix; readers of Croissant compare the one with it.
    '@type': isEmbedded ? 'Dataset' : 'sc:Dataset',
    '@id': address,
    conformsTo: 'http://mlcommons.org/croissant/1.0',
    name: titleOf(dataset),
    description: descriptionOf(dataset, placement),
    url: urlOf(dataset, placement),
    sameAs: address,
    identifier: [uid, datasetId],
    keywords: someOf([...new Set([...themes, ...keywords])]),
    creator: organization(dcat['creator'] ?? publisher),
    publisher: organization(publisher),
    contributor: organization(dcat['contributor'] ?? null),
    license: licenseOf(dataset, placement),
    isAccessibleForFree: true,
    includedInDataCatalog: dataCatalogOf(dataset, placement),
    inLanguage: language,
    dateCreated: dayOf(dcat['created']),
    datePublished: dayOf(dcat['issued']) ?? publishedAt,
    dateModified: modifiedAt,
    isLiveDataset: true,
    temporalCoverage: periodOf(dcat),
    spatialCoverage: oneOrMany(placesOf(dataset)),
    variableMeasured: someOf(listed.map(variableOf)),
    distribution: [...exports.map(exportFile), ...alternativeFiles(dataset), ...attachedFiles(dataset)].map((file) => ({
      '@type': isEmbedded ? ['cr:FileObject', 'DataDownload'] : 'cr:FileObject',
      ...file,
    })),
    recordSet:
      listed.length > 0
        ? [{ '@type': 'cr:RecordSet', '@id': 'records', name: 'records', field: listed.map(fieldOf) }]
        : null,
  });
}

/** The name of the catalog: that of the portal, else its address. */
const catalogName = ({ catalog }: DescribedDataset, { root }: Placement): string =>
  catalog.name ?? `Catalog of ${root.replace(/^\w+:\/\//, '')}`;

/** The catalog that the dataset is in, and who publishes it. */
function dataCatalogOf(dataset: DescribedDataset, placement: Placement): JsonObject {
  const { publisher } = dataset.catalog;
  return withoutNulls({
    '@type': 'sc:DataCatalog',
    name: catalogName(dataset, placement),
    url: `${placement.root}/`,
    publisher:
      publisher &&
      withoutNulls({
        '@type': 'sc:Organization',
        name: publisher.name ?? publisher.email,
        url: publisher.url,
        email: publisher.email,
      }),
  });
}

/** The description as plain text. A short one is extended by what else is known, in no particular language. */
function descriptionOf(dataset: DescribedDataset, placement: Placement): string {
  const title = titleOf(dataset);
  const labels = dataset.schema.slice(0, 10).map(({ label }) => label);
  const additions = [
    title,
    dataset.publisher?.trim() ?? '',
    labels.join(', '),
    catalogName(dataset, placement),
    dataset.uid,
    urlOf(dataset, placement),
  ].filter((text) => text !== '');
  let text = htmlText(dataset.description ?? '') || title;
  for (const addition of additions)
    if (text.length < minDescriptionLength && text !== addition) text = `${text} · ${addition}`;
  return truncate(text, maxDescriptionLength);
}

const organization = (name: string | null): JsonObject | null =>
  name === null || name.trim() === '' ? null : { '@type': 'sc:Organization', name: name.trim() };

/** The license with its name and address. A license without a known address has one on the page of the dataset, which names it. */
const licenseOf = (dataset: DescribedDataset, placement: Placement): JsonObject | null =>
  dataset.license === null
    ? null
    : {
        '@type': 'sc:CreativeWork',
        name: dataset.license,
        url: dataset.licenseUrl ?? `${urlOf(dataset, placement)}#license`,
      };

const datePattern = /^\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d[\d:.]*(?:Z|[+-]\d\d:\d\d)?)?$/i;
const partOfDate = /^\d{4}(?:-\d\d)?$/;

/** A day or an instant of ISO 8601; null for another text. */
const dayOf = (text: string | undefined): string | null =>
  text !== undefined && datePattern.test(text) ? text.replace(' ', 'T') : null;

/** The time that the data is about, as an interval of ISO 8601, which may be open. */
function periodOf(dcat: Readonly<Record<string, string>>): string | null {
  const isDate = (text: string | undefined): text is string =>
    text !== undefined && (datePattern.test(text) || partOfDate.test(text));
  const { temporal_coverage_start: start, temporal_coverage_end: end, temporal } = dcat;
  if (isDate(start) || isDate(end)) return `${isDate(start) ? start : '..'}/${isDate(end) ? end : '..'}`;
  return temporal?.split('/').slice(0, 3).every(isDate) === true ? temporal : null;
}

/** The places that the data is about: those that the metadata name, and the extent of the records. */
const placesOf = ({ territories, boundingBox }: DescribedDataset): readonly JsonObject[] => [
  ...territories.map((name) => ({ '@type': 'sc:Place', name })),
  ...(boundingBox
    ? [
        {
          '@type': 'sc:Place',
          geo: {
            '@type': 'sc:GeoShape',
            box: [boundingBox.south, boundingBox.west, boundingBox.north, boundingBox.east].join(' '),
          },
        },
      ]
    : []),
];

const someOf = <Value>(values: readonly Value[]): readonly Value[] | null => (values.length > 0 ? values : null);

const oneOrMany = (values: readonly JsonObject[]): readonly JsonObject[] | JsonObject | null =>
  values.length > 1 ? values : (values[0] ?? null);

const variableOf = ({ name, label, description, unit }: Field): JsonObject =>
  withoutNulls({ '@type': 'sc:PropertyValue', name, description: description ?? label, unitText: unit });

/** An export of the records. */
const exportFile = ({ format, mediaType, filename, url }: DescribedDataset['exports'][number]): JsonObject => ({
  '@id': format,
  name: filename,
  contentUrl: format === 'csv' ? plainCsvAddress(url) : url,
  encodingFormat: mediaType.replace(/;.*/, ''),
});

const attachedFiles = ({ attachments }: Pick<DescribedDataset, 'attachments'>): JsonObject[] =>
  attachments.nodes.map(({ uid, filename, mimetype, bytes, sha256, url }) => ({
    '@id': `attachments/${uid}`,
    name: filename,
    contentUrl: url,
    contentSize: `${String(bytes)} B`,
    encodingFormat: mediaTypeOf(mimetype),
    sha256,
  }));

/** The alternative exports. What is elsewhere is of an unknown size and type. */
const alternativeFiles = ({ alternativeExports }: Pick<DescribedDataset, 'alternativeExports'>): JsonObject[] =>
  alternativeExports.nodes.map(({ uid, title, description, filename, mimetype, bytes, sha256, url, downloadUrl }) =>
    withoutNulls({
      '@id': `alternative_exports/${uid}`,
      name: filename ?? title,
      description: description || null,
      contentUrl: url ?? downloadUrl,
      contentSize: bytes === null ? null : `${String(bytes)} B`,
      encodingFormat: mediaTypeOf(mimetype),
      sha256,
    }),
  );

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
