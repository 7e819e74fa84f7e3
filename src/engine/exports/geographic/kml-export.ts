import type { JsonObject } from '#kernel/json.ts';
import type { Geometry, Position } from '#engine/geo/parse-geometry.ts';
import { wgs84System } from '#engine/geo/coordinate-systems.ts';
import { cellTextOf, type ExportColumn, type ExportFormat, ExportNotes, type ExportOptions } from '../export-format.ts';
import { createXmlEscape, xmlComments, type EscapeXml } from '../xml-text.ts';
import { FeatureReader } from './feature-reader.ts';

const header = '<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>\n';

/** A placemark for each record (OGC KML 2.2) in WGS 84. A comment at the end reports what was replaced or left out. */
export const kmlExport: ExportFormat = {
  description: 'A placemark for each record, in WGS 84 (KML 2.2).',
  mediaType: 'application/vnd.google-earth.kml+xml',
  extension: 'kml',
  needsGeometry: true,
  async *write({ rows, columns, options }) {
    const notes = new ExportNotes();
    const escape = createXmlEscape(notes);
    const reader = new FeatureReader(columns, wgs84System, notes);
    const writeData = createDataWriter(reader.properties, options, escape);
    const fields = reader.properties.map((column) => simpleField(column, escape)).join('');
    yield `${header}<Schema name="records" id="records">${fields}</Schema>\n`;
    for await (const batch of rows)
      yield batch
        .map((row) => reader.read(row))
        .map(
          ({ geometry, values }) => `<Placemark>${writeData(values)}${geometry ? kmlOf(geometry) : ''}</Placemark>\n`,
        )
        .join('');
    yield `</Document></kml>\n${xmlComments(notes)}`;
  },
};

/** The declaration of a column. Numbers are doubles, because an `int` of KML has 32 bits. */
function simpleField({ name, label, type, isMultivalued }: ExportColumn, escape: EscapeXml): string {
  const kmlType = (type === 'int' || type === 'double') && !isMultivalued ? 'double' : 'string';
  return `<SimpleField type="${kmlType}" name="${escape(name)}"><displayName>${escape(label)}</displayName></SimpleField>`;
}

/** Creates the function that writes the values of a row; null is left out. */
function createDataWriter(
  columns: readonly ExportColumn[],
  options: ExportOptions,
  escape: EscapeXml,
): (values: JsonObject) => string {
  const fields = columns.map((column) => {
    const textOf = cellTextOf(column, options);
    const tag = `<SimpleData name="${escape(column.name)}">`;
    return ({ [column.name]: value = null }: JsonObject) =>
      value === null ? '' : `${tag}${escape(textOf(value))}</SimpleData>`;
  });
  return (values) =>
    `<ExtendedData><SchemaData schemaUrl="#records">${fields.map((write) => write(values)).join('')}</SchemaData></ExtendedData>`;
}

function kmlOf(geometry: Geometry): string {
  switch (geometry.type) {
    case 'Point':
      return `<Point>${coordinatesOf([geometry.coordinates])}</Point>`;
    case 'LineString':
      return `<LineString>${coordinatesOf(geometry.coordinates)}</LineString>`;
    case 'Polygon':
      return polygonOf(geometry.coordinates);
    case 'MultiPoint':
      return multi(geometry.coordinates.map((position) => `<Point>${coordinatesOf([position])}</Point>`));
    case 'MultiLineString':
      return multi(geometry.coordinates.map((line) => `<LineString>${coordinatesOf(line)}</LineString>`));
    case 'MultiPolygon':
      return multi(geometry.coordinates.map(polygonOf));
    case 'GeometryCollection':
      return multi(geometry.geometries.map(kmlOf));
  }
}

const multi = (parts: readonly string[]): string => `<MultiGeometry>${parts.join('')}</MultiGeometry>`;

const polygonOf = ([outer = [], ...holes]: readonly Position[][]): string =>
  `<Polygon>${boundaryOf('outer', outer)}${holes.map((hole) => boundaryOf('inner', hole)).join('')}</Polygon>`;

const boundaryOf = (side: 'outer' | 'inner', ring: readonly Position[]): string =>
  `<${side}BoundaryIs><LinearRing>${coordinatesOf(ring)}</LinearRing></${side}BoundaryIs>`;

const coordinatesOf = (positions: readonly Position[]): string =>
  `<coordinates>${positions.map((position) => position.join(',')).join(' ')}</coordinates>`;
