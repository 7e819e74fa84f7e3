import wkx from 'wkx';
import type { Literal, NamedNode } from '@rdfjs/types';
import { isJsonObject, type Json } from '#kernel/json.ts';
import type { ExportColumn } from '../export-format.ts';
import { encodeIri, isAbsoluteIri } from './iri.ts';
import { literal, namedNode } from './data-model.ts';
import { geosparql, rdf, xsd } from './terms.ts';

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
      return timeLiteral(textOf(value));
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
export function timeLiteral(text: string): Literal {
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
