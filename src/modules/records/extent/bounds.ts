import type { Value } from '#engine/records/record.ts';

/** West, south, east and north, in degrees. */
export type Bounds = readonly [west: number, south: number, east: number, north: number];

/** The bounds of a GeoJSON geometry; null without a position. It does not recurse, because the publisher controls the depth. */
export function boundsOf(geometry: Value): Bounds | null {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  const pending: Value[] = [geometry];
  for (let value = pending.pop(); value !== undefined; value = pending.pop()) {
    if (typeof value !== 'object' || value === null) continue;
    if (!Array.isArray(value)) {
      pending.push(value['coordinates'] ?? null, value['geometries'] ?? null);
      continue;
    }
    const [longitude, latitude] = value;
    if (typeof longitude !== 'number' || typeof latitude !== 'number') {
      for (const part of value) pending.push(part);
      continue;
    }
    west = Math.min(west, longitude);
    south = Math.min(south, latitude);
    east = Math.max(east, longitude);
    north = Math.max(north, latitude);
  }
  const bounds: Bounds = [west, south, east, north];
  return bounds.every(Number.isFinite) ? bounds : null;
}
