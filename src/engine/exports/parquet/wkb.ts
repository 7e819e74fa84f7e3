import { geojsonToWkb } from 'hyparquet-writer';
import { isJsonObject, parseJson, type Json } from '../../../kernel/json.ts';

/** Converts the JSON of a geo_shape, which is a GeoJSON feature, to WKB. */
export const shapeJsonToWkb = (value: Json): Uint8Array =>
  geometryToWkb(isJsonObject(value) ? value['geometry'] : undefined);

/** Converts the text of a GeoJSON geometry to WKB. */
export const shapeToWkb = (text: Uint8Array): Uint8Array =>
  geometryToWkb(parseJson(Buffer.from(text.buffer, text.byteOffset, text.length).toString()));

/** Converts a geometry to WKB. Stored geometries are valid GeoJSON; any other value becomes an empty collection. */
const geometryToWkb = (geometry: unknown): Uint8Array =>
  geojsonToWkb(isGeometry(geometry) ? geometry : { type: 'GeometryCollection', geometries: [] });

const isGeometry = (value: unknown): value is Parameters<typeof geojsonToWkb>[0] =>
  isJsonObject(value) && typeof value['type'] === 'string';
