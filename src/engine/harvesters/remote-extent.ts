import type { Json } from '#kernel/json.ts';
import { tryParseJson } from '#kernel/json.ts';

/** A bounding box in degrees of WGS 84. */
export interface RemoteExtent {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
}

/** The most characters of a geometry that is read, and the most positions. */
const maxLength = 1_000_000;

/** The box around positions of longitude and latitude; undefined where one is none. */
export function extentOf(positions: readonly (readonly [number, number])[]): RemoteExtent | undefined {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const [x, y] of positions) {
    if (!(Math.abs(x) <= 180 && Math.abs(y) <= 90)) return undefined;
    [west, south, east, north] = [Math.min(west, x), Math.min(south, y), Math.max(east, x), Math.max(north, y)];
  }
  return positions.length === 0 ? undefined : { west, south, east, north };
}

/** The box around a geometry as GeoJSON or as WKT, also with a reference system before it; undefined for anything else. */
export function parseExtent(text: string): RemoteExtent | undefined {
  if (text.length > maxLength) return undefined;
  const trimmed = text.trim();
  return trimmed.startsWith('{') ? extentOfGeoJson(tryParseJson(trimmed)) : extentOfWkt(trimmed);
}

function extentOfWkt(text: string): RemoteExtent | undefined {
  const [, system = '', geometry = ''] =
    /^(?:<?([^>;]*)[>;])?\s*((?:POINT|LINESTRING|POLYGON|MULTI[A-Z]+|GEOMETRYCOLLECTION|ENVELOPE)\b[^]*)$/i.exec(
      text,
    ) ?? [];
  if (geometry === '') return undefined;
  if (/^envelope/i.test(geometry)) {
    const [west, east, north, south] = numbersIn(geometry);
    return west === undefined || east === undefined || north === undefined || south === undefined
      ? undefined
      : extentOf([
          [west, south],
          [east, north],
        ]);
  }
  // GeoSPARQL: without a system, longitude comes first; EPSG 4326 by its address has latitude first
  const isLatitudeFirst = /EPSG\/\d*\/4326$/i.test(system);
  if (system !== '' && !isLatitudeFirst && !/CRS84$|4326$|4258$/i.test(system)) return undefined;
  const positions = geometry
    .replace(/^[a-z\s]+/i, '')
    .split(/[(),]+/)
    .map(numbersIn)
    .filter((numbers) => numbers.length >= 2)
    .map(([first = NaN, second = NaN]): [number, number] => (isLatitudeFirst ? [second, first] : [first, second]));
  return extentOf(positions);
}

const numbersIn = (text: string): number[] => (text.match(/-?\d+(?:\.\d*)?(?:e[+-]?\d+)?/gi) ?? []).map(Number);

function extentOfGeoJson(geometry: unknown): RemoteExtent | undefined {
  const positions: [number, number][] = [];
  let level: unknown[] = [geometry];
  for (let depth = 0; depth < 12 && level.length > 0; depth += 1) {
    const next: unknown[] = [];
    for (const each of level) {
      if (Array.isArray(each)) {
        const [x, y] = each as unknown[];
        if (typeof x === 'number' && typeof y === 'number') positions.push([x, y]);
        else for (const part of each as unknown[]) next.push(part);
      } else if (typeof each === 'object' && each !== null)
        for (const name of ['coordinates', 'geometry', 'geometries', 'features'] as const)
          if (Object.hasOwn(each, name)) next.push((each as Partial<Record<typeof name, unknown>>)[name]);
    }
    level = next;
  }
  return extentOf(positions);
}

/** The fields of the template `inspire` for the covered place: its name and its box. */
export const extentFields = (extent: RemoteExtent | undefined, name = ''): Readonly<Record<string, Json>> => ({
  ...(name !== '' && { extend_description: name }),
  ...(extent && {
    extend_bounding_box_westbound_longitude: extent.west,
    extend_bounding_box_eastbound_longitude: extent.east,
    extend_bounding_box_southbound_latitude: extent.south,
    extend_bounding_box_northbound_latitude: extent.north,
  }),
});
