import { htmlText } from '#api/html-text.ts';
import type { JsonObject } from '#kernel/json.ts';
import {
  dcatTexts,
  type DescribedDataset,
  type Field,
  mediaTypeOf,
  plainCsvAddress,
  readableFields,
  titleOf,
  urlOf,
  withoutNulls,
  type Placement,
} from './described-dataset.ts';

/**
 * Describes a dataset as a Data Package of Frictionless, with the types of its fields as a Table Schema for the records as CSV. It shows what the caller may
 * see.
 */
export function describeInDataPackage(dataset: DescribedDataset, placement: Omit<Placement, 'isEmbedded'>): JsonObject {
  const { uid, datasetId, description, keywords, themes, publisher, license, licenseUrl, modifiedAt } = dataset;
  const { contributor, creator } = dcatTexts(dataset);
  const organizations = [
    [creator, 'author'],
    [publisher?.trim(), 'publisher'],
    [contributor, 'contributor'],
  ] as const;
  return withoutNulls({
    $schema: 'https://datapackage.org/profiles/2.0/datapackage.json',
    name: packageName(datasetId),
    id: uid,
    title: titleOf(dataset),
    description: description === null ? null : htmlText(description) || null,
    homepage: urlOf(dataset, { ...placement, isEmbedded: false }),
    created: modifiedAt,
    keywords: [...new Set([...themes, ...keywords])],
    licenses:
      license === null ? null : [withoutNulls({ name: packageName(license), title: license, path: licenseUrl })],
    contributors: organizations.flatMap(([title, role]) => (title ? [{ title, roles: [role] }] : [])),
    resources: [...exportedResources(dataset), ...attachedResources(dataset), ...alternativeResources(dataset)],
  });
}

/** A name of Frictionless: small letters, digits, and `.`, `_` or `-`. */
const packageName = (text: string): string =>
  text
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z\d._-]+/g, '-')
    .replace(/^-+|-+$/g, '') || 'dataset';

/** The exports of the records: first the CSV that the schema describes. */
function exportedResources(dataset: DescribedDataset): readonly JsonObject[] {
  const fields = readableFields(dataset);
  if (fields.length === 0) return [];
  return dataset.exports
    .toSorted((one, other) => Number(other.format === 'csv') - Number(one.format === 'csv'))
    .map(({ format, mediaType, filename, url }) => ({
      name: format === 'csv' ? 'records' : `records-${format}`,
      title: filename,
      path: format === 'csv' ? plainCsvAddress(url) : url,
      format,
      mediatype: mediaType.replace(/;.*/, ''),
      ...(format === 'csv' && {
        type: 'table',
        encoding: 'utf-8',
        dialect: { delimiter: ',' },
        schema: schemaOf(fields),
      }),
    }));
}

/** The fields as a Table Schema. */
function schemaOf(fields: readonly Field[]): JsonObject {
  const identifiers = fields.filter(({ isIdentifier }) => isIdentifier).map(({ name }) => name);
  return {
    fields: fields.map((field) =>
      withoutNulls({
        name: field.name,
        title: field.label,
        description: field.description,
        // The items of a list are texts, whatever their type is, separated by commas that an item may have too.
        type: field.isMultivalued ? 'string' : tableTypes[field.type],
        unit: field.unit,
      }),
    ),
    missingValues: [''],
    ...(identifiers.length > 0 && { primaryKey: identifiers }),
  };
}

/** The types of a Table Schema. Points are texts, because those of Frictionless have the longitude first. */
const tableTypes: Readonly<Record<Field['type'], string>> = {
  text: 'string',
  int: 'integer',
  double: 'number',
  date: 'date',
  datetime: 'datetime',
  geo_point_2d: 'string',
  geo_shape: 'geojson',
  file: 'string',
};

const attachedResources = ({ attachments }: DescribedDataset): readonly JsonObject[] =>
  attachments.nodes.map(({ uid, filename, mimetype, bytes, sha256, url }) => ({
    name: packageName(`attachment-${uid}`),
    title: filename,
    path: url,
    mediatype: mediaTypeOf(mimetype),
    bytes,
    hash: `sha256:${sha256}`,
  }));

const alternativeResources = ({ alternativeExports }: DescribedDataset): readonly JsonObject[] =>
  alternativeExports.nodes.map(({ uid, title, description, mimetype, bytes, sha256, url, downloadUrl }) =>
    withoutNulls({
      name: packageName(`alternative-export-${uid}`),
      title,
      description: description || null,
      path: url ?? downloadUrl,
      mediatype: mediaTypeOf(mimetype),
      bytes,
      hash: sha256 === null ? null : `sha256:${sha256}`,
    }),
  );
