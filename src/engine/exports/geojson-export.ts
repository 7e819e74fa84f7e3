import { isJsonObject, parseJson, type Json, type JsonObject } from '../../kernel/json.ts';
import type { ExportColumn, ExportFormat } from './export-format.ts';

/** A feature collection. The geometry of a feature is its first geo_shape, else its first geo_point_2d (docs/contract/explore.md 11, geojson). */
export const geojsonExport: ExportFormat = {
  description: 'A collection of features; the first shape or point is the geometry.',
  mediaType: 'application/geo+json',
  extension: 'geojson',
  needsGeometry: false,
  async *write({ rows, columns }) {
    const geometryColumn =
      columns.find(({ type }) => type === 'geo_shape') ?? columns.find(({ type }) => type === 'geo_point_2d');
    yield '{"type":"FeatureCollection","features":[';
    let separator = '';
    for await (const batch of rows) {
      yield `${separator}${batch.map((text) => featureOf(parseJson(text), geometryColumn)).join(',')}`;
      separator = ',';
    }
    yield ']}';
  },
};

function featureOf(row: unknown, column: ExportColumn | undefined): string {
  const { [column?.name ?? '']: value = null, ...properties }: JsonObject = isJsonObject(row) ? row : {};
  return JSON.stringify({ type: 'Feature', geometry: geometryOf(value, column), properties });
}

function geometryOf(value: Json, column: ExportColumn | undefined): Json {
  if (!column || !isJsonObject(value)) return null;
  return column.type === 'geo_shape'
    ? (value['geometry'] ?? null)
    : { type: 'Point', coordinates: [value['lon'] ?? null, value['lat'] ?? null] };
}
