import { geojsonToWkb } from 'hyparquet-writer';
import { isJsonObject, parseJson, type Json } from '../../../kernel/json.ts';

/** The JSON of a geo_shape, a feature, as WKB. */
export const shapeJsonToWkb = (value: Json): Uint8Array =>
  geometryToWkb(isJsonObject(value) ? value['geometry'] : undefined);

/** The text of a GeoJSON geometry as WKB. */
export const shapeToWkb = (text: Uint8Array): Uint8Array =>
  geometryToWkb(parseJson(Buffer.from(text.buffer, text.byteOffset, text.length).toString()));

/** Stored geometries are valid GeoJSON; anything else is an empty collection. */
const geometryToWkb = (geometry: unknown): Uint8Array =>
  geojsonToWkb(isGeometry(geometry) ? geometry : { type: 'GeometryCollection', geometries: [] });

const isGeometry = (value: unknown): value is Parameters<typeof geojsonToWkb>[0] =>
  isJsonObject(value) && typeof value['type'] === 'string';
