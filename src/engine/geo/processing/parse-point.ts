import { isJsonObject } from '#kernel/json.ts';
import { toNumber } from '#engine/records/to-number.ts';
import type { Position } from './geometry.ts';
import { parseGeometry } from './parse-geometry.ts';

/** A place on earth in degrees of WGS 84, as a field of the type geo_point_2d stores it. */
export type GeoPoint = { lat: number; lon: number };

const number = String.raw`[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?`;
const pair = new RegExp(`^\\s*(${number})\\s*[,;\\s]\\s*(${number})\\s*$`, 'i');

/** The maximum length of a text with two numbers. */
const maxPairLength = 200;

/**
 * Parses the x and y of a point in any reference system: `{lat, lon}`, a text `lat, lon` (y before x), or a point of GeoJSON
 * (x before y). Undefined for anything else, including lists of two numbers, whose order is ambiguous.
 */
export function parseXY(value: unknown): Position | undefined {
  const [, y, x] = typeof value === 'string' && value.length <= maxPairLength ? (pair.exec(value) ?? []) : [];
  if (y !== undefined && x !== undefined) return finitePosition(Number(x), Number(y));
  if (isJsonObject(value) && 'lat' in value && 'lon' in value)
    return finitePosition(toNumber(value['lon']), toNumber(value['lat']));
  const geometry = parseGeometry(value);
  return geometry?.type === 'Point' ? geometry.coordinates.slice(0, 2) : undefined;
}

/** Parses a place on earth in any of the forms of `parseXY`; undefined for anything else, and for coordinates out of range. */
export function parsePoint(value: unknown): GeoPoint | undefined {
  const [lon, lat] = parseXY(value) ?? [];
  return lon === undefined || lat === undefined ? undefined : pointAt(lon, lat);
}

/** The point at a longitude and a latitude in degrees; undefined when they are out of range. */
export const pointAt = (lon: number, lat: number): GeoPoint | undefined =>
  Math.abs(lat) <= 90 && Math.abs(lon) <= 180 ? { lat, lon } : undefined;

const finitePosition = (x: number | undefined, y: number | undefined): Position | undefined =>
  x !== undefined && y !== undefined && Number.isFinite(x) && Number.isFinite(y) ? [x, y] : undefined;
