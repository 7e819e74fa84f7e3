import type { Literal, NamedNode, Quad } from '@rdfjs/types';
import { isJsonObject, type Json, type JsonObject, parseJson } from '#kernel/json.ts';
import { type ExportColumn, type ExportSource, recordIdKey } from '../export-format.ts';
import {
  blankNode,
  dct,
  encodeIri,
  geosparql,
  isAbsoluteIri,
  literal,
  namedNode,
  quad,
  rdf,
  rdfs,
  xmlNameOf,
  xsd,
} from './terms.ts';
import wkx from 'wkx';

/** The namespace of the properties of a dataset's fields. */
export const propertiesOf = ({ dataset }: Pick<ExportSource, 'dataset'>): string => `${dataset.address}#`;

/**
 * The graph of a query: first the labels of its properties, then the rows. A record is a subject with the address that it has in the Explore
 * API, and each column is a property; a group of records is a blank node.
 */
export async function* recordQuads(source: ExportSource): AsyncGenerator<readonly Quad[]> {
  const { rows, columns, dataset } = source;
  const properties = columns.map((column) => ({
    column,
    predicate: namedNode(`${propertiesOf(source)}${xmlNameOf(column.name)}`),
  }));
  yield properties.flatMap(({ column, predicate }) => [
    quad(predicate, rdf('type'), rdf('Property')),
    quad(predicate, rdfs('label'), literal(column.label)),
  ]);
  let groupCount = 0;
  const quadsOf = (row: JsonObject): readonly Quad[] => {
    const id = row[recordIdKey];
    const subject =
      typeof id === 'string' ? namedNode(`${dataset.address}/records/${id}`) : blankNode(`group${(groupCount += 1)}`);
    const values = properties.flatMap(({ column, predicate }) =>
      termsOf(column, row[column.name] ?? null).map((object) => quad(subject, predicate, object)),
    );
    return [quad(subject, dct('isPartOf'), namedNode(dataset.address)), ...values];
  };
  for await (const batch of rows)
    yield batch.flatMap((text) => {
      const row = parseJson(text);
      return isJsonObject(row) ? quadsOf(row) : [];
    });
}

/** The RDF terms of a value in a row: one for each item of a multivalued text, none for null. */
export function termsOf({ type, isMultivalued }: ExportColumn, value: Json): readonly (Literal | NamedNode)[] {
  if (value === null) return [];
  return isMultivalued && Array.isArray(value)
    ? value.flatMap((item: Json) => (item === null ? [] : termOf('text', item)))
    : [termOf(type, value)];
}

function termOf(type: ExportColumn['type'], value: Json): Literal | NamedNode {
  switch (type) {
    case 'int':
      return literal(JSON.stringify(value), xsd('integer'));
    case 'double':
      return literal(JSON.stringify(value), xsd('double'));
    case 'date':
    case 'datetime':
      return rdfTimeLiteral(textOf(value));
    case 'geo_point_2d':
    case 'geo_shape':
      return geometryLiteral(value);
    case 'file':
      return fileTerm(value);
    case 'json':
      return literal(JSON.stringify(value), rdf('JSON'));
    case 'text':
      return literal(textOf(value));
  }
}

const textOf = (value: Json): string => (typeof value === 'string' ? value : JSON.stringify(value));

/** The XSD datatypes of days, months, years and instants. Other times, such as a range of days, are plain texts. */
const timeTypes: readonly (readonly [pattern: RegExp, datatype: string])[] = [
  [/^\d{4,}-\d\d-\d\d$/, 'date'],
  [/^\d{4,}-\d\d$/, 'gYearMonth'],
  [/^\d{4,}$/, 'gYear'],
  [/^\d{4,}-\d\d-\d\dT[\d:.]+(?:Z|[+-]\d\d:\d\d)$/, 'dateTime'],
];

/** A literal of a day, a month, a year or an instant. */
export function rdfTimeLiteral(text: string): Literal {
  const found = timeTypes.find(([pattern]) => pattern.test(text));
  return found ? literal(text, xsd(found[1])) : literal(text);
}

/** A geometry as well-known text in WGS 84, longitude first, which is the default of GeoSPARQL. */
function geometryLiteral(value: Json): Literal {
  if (!isJsonObject(value)) return literal(textOf(value));
  const geometry = value['geometry'] ?? { type: 'Point', coordinates: [value['lon'] ?? null, value['lat'] ?? null] };
  return literal(wkx.Geometry.parseGeoJSON(geometry).toWkt(), geosparql('wktLiteral'));
}

/** The address of a file, or a literal with the file's description when it has no address. */
function fileTerm(value: Json): Literal | NamedNode {
  const url = isJsonObject(value) ? value['url'] : value;
  return typeof url === 'string' && isAbsoluteIri(url)
    ? namedNode(encodeIri(url))
    : literal(JSON.stringify(value), rdf('JSON'));
}
