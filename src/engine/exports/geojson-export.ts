import { isJsonObject, parseJson, type Json, type JsonObject } from '../../kernel/json.ts';
import type { ExportColumn, ExportFormat } from './export-format.ts';

/** A feature collection: the first shape, else the first point, is the geometry (docs/contract/explore.md 11, geojson). */
export const geojsonExport: ExportFormat = {
  name: 'geojson',
  mediaType: 'application/geo+json',
  extension: 'geojson',
  async *write(rows, columns) {
    const geometry = ['geo_shape', 'geo_point_2d'].flatMap(
      (type) => columns.find((each) => each.type === type) ?? [],
    )[0];
    yield '{"type":"FeatureCollection","features":[';
    let separator = '';
    for await (const batch of rows) {
      yield `${separator}${batch.map((text) => featureOf(parseJson(text), geometry)).join(',')}`;
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
