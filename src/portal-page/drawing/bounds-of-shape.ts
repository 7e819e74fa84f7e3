import { isRecord } from '../graph/graph-result.ts';
import type { Bounds } from './mercator.ts';

/** The bounds of a geometry in GeoJSON; undefined without coordinates. */
export function boundsOfShape(shape: unknown): Bounds | undefined {
  const geometry = isRecord(shape) && isRecord(shape['geometry']) ? shape['geometry'] : shape;
  const positions = isRecord(geometry) ? positionsIn(geometry['coordinates']) : [];
  if (positions.length === 0) return undefined;
  const [longitudes, latitudes] = [positions.map(([lon]) => lon), positions.map(([, lat]) => lat)];
  return {
    south: Math.min(...latitudes),
    west: Math.min(...longitudes),
    north: Math.max(...latitudes),
    east: Math.max(...longitudes),
  };
}

function positionsIn(coordinates: unknown): readonly (readonly [number, number])[] {
  if (!Array.isArray(coordinates)) return [];
  const [lon, lat] = coordinates as readonly unknown[];
  if (typeof lon === 'number' && typeof lat === 'number') return [[lon, lat]];
  return (coordinates as readonly unknown[]).flatMap(positionsIn);
}
