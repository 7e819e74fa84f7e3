import { htmlText } from '#api/html-text.ts';
import type { JsonObject } from '#kernel/json.ts';
import {
  type DescribedDataset,
  type Field,
  plainCsvAddress,
  readableFields,
  titleOf,
  withoutNulls,
} from './described-dataset.ts';

/**
 * Describes the records of a dataset as CSV by the rules of CSV on the Web (W3C, Metadata Vocabulary for Tabular Data); undefined where the caller may not
 * read them.
 */
export function describeInCsvw(dataset: DescribedDataset): JsonObject | undefined {
  const fields = readableFields(dataset);
  const csv = dataset.exports.find(({ format }) => format === 'csv');
  if (fields.length === 0 || !csv) return undefined;
  const { language, description, keywords, publisher, licenseUrl, modifiedAt } = dataset;
  const identifiers = fields.filter(({ isIdentifier }) => isIdentifier).map(({ name }) => name);
  return withoutNulls({
    '@context': ['http://www.w3.org/ns/csvw', { '@language': language ?? 'en' }],
    url: plainCsvAddress(csv.url),
    dialect: { delimiter: ',', encoding: 'utf-8', lineTerminators: ['\r\n', '\n'] },
    'dc:title': titleOf(dataset),
    'dc:description': description === null ? null : htmlText(description) || null,
    'dcat:keyword': keywords.length > 0 ? keywords : null,
    'dc:publisher': publisher,
    'dc:license': licenseUrl === null ? null : { '@id': licenseUrl },
    'dc:modified': modifiedAt === null ? null : { '@value': modifiedAt, '@type': 'xsd:dateTime' },
    tableSchema: {
      columns: fields.map(columnOf),
      ...(identifiers.length > 0 && { primaryKey: identifiers }),
    },
  });
}

/** A column. Its title is what the header of the file says; the label of the field is a property of it. */
const columnOf = ({ name, label, description, type, unit, isMultivalued }: Field): JsonObject =>
  withoutNulls({
    name,
    titles: name,
    'rdfs:label': label,
    'dc:description': description,
    'schema:unitText': unit,
    datatype: isMultivalued ? 'string' : datatypes[type],
  });

/** The datatypes of CSV on the Web. */
const datatypes: Readonly<Record<Field['type'], string>> = {
  text: 'string',
  int: 'integer',
  double: 'double',
  date: 'date',
  datetime: 'dateTime',
  geo_point_2d: 'string',
  geo_shape: 'json',
  file: 'anyURI',
};
