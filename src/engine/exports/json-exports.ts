import { type ExportFormat, ExportNotes, type ExportSource } from './export-format.ts';
import { isJsonObject, type Json, type JsonObject, parseJson } from '#kernel/json.ts';
import { wgs84System } from '../geo/coordinate-systems.ts';
import { FeatureReader, geometryColumnOf, storedGeometryOf } from './geographic/feature-reader.ts';

const separator = ',';

/** One array of rows. The text of each row is written unchanged. */
export const jsonExport = {
  description: 'One array of rows.',
  mediaType: 'application/json; charset=utf-8',
  extension: 'json',
  needsGeometry: false,
  select: ({ items, rows }) => ({ kind: 'lines', statement: rows(items), end: separator }),
  async *write({ rows, lines }: Pick<ExportSource, 'rows' | 'lines'>) {
    yield '[';
    let before = '';
    for await (const batch of lines ?? rows) {
      yield `${before}${typeof batch === 'string' ? batch.slice(0, -separator.length) : batch.join(separator)}`;
      before = separator;
    }
    yield ']';
  },
} satisfies ExportFormat;

/** One row per line. */
export const jsonLinesExport: ExportFormat = {
  description: 'A row on each line (JSON Lines).',
  mediaType: 'application/jsonl; charset=utf-8',
  extension: 'jsonl',
  needsGeometry: false,
  select: ({ items, rows }) => ({ kind: 'lines', statement: rows(items), end: '\n' }),
  async *write({ rows, lines }) {
    if (lines) yield* lines;
    else for await (const batch of rows) yield `${batch.join('\n')}\n`;
  },
};

/**
 * A feature collection. The geometry of a feature is its first geo_shape, else its first geo_point_2d
 * (docs/contract/explore.md 11, geojson). The member `crs` names a system other than WGS 84, as GeoJSON did before RFC
 * 7946. The member `notes` reports what was left out.
 */
export const geojsonExport: ExportFormat = {
  description: 'A collection of features; the first shape or point is the geometry.',
  mediaType: 'application/geo+json',
  extension: 'geojson',
  needsGeometry: false,
  async *write(source) {
    const { rows, options } = source;
    const notes = new ExportNotes();
    const write = createFeatureWriter(source, notes);
    yield `{"type":"FeatureCollection",${crsMember(options.system.code)}"features":[`;
    let separator = '';
    for await (const batch of rows) {
      yield `${separator}${batch.map(write).join(',')}`;
      separator = ',';
    }
    yield notes.sentences.length > 0 ? `],"notes":${JSON.stringify(notes.sentences)}}` : ']}';
  },
};

function crsMember(code: string): string {
  if (code === wgs84System.code) return '';
  return `"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::${code}"}},`;
}

/** Creates the function that writes a row as a feature. Geometries in WGS 84 are written as they are stored. */
function createFeatureWriter({ columns, options }: ExportSource, notes: ExportNotes): (text: string) => string {
  const column = geometryColumnOf(columns);
  const name = column?.name ?? '';
  if (options.system === wgs84System)
    return (text) => {
      const row = parseJson(text);
      const values: JsonObject = isJsonObject(row) ? row : {};
      return featureOf(storedGeometryOf(values[name] ?? null, column), values, name);
    };
  const reader = new FeatureReader(columns, options.system, notes);
  return (text) => {
    const { geometry, values } = reader.read(text);
    return featureOf(geometry, values, name);
  };
}

function featureOf(geometry: Json, values: JsonObject, geometryName: string): string {
  const { [geometryName]: _geometry, ...properties } = values;
  return JSON.stringify({ type: 'Feature', geometry, properties });
}
