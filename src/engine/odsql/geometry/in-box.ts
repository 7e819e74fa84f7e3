import type { Geometry } from '#engine/geo/processing/geometry.ts';
import { partsOfGeometry, type Part } from './parts.ts';

/** A box of degrees; `west > east` crosses the antimeridian. */
interface DegreeBox {
  readonly south: number;
  readonly west: number;
  readonly north: number;
  readonly east: number;
}

/** Whether a geometry lies in a box, borders included. An empty geometry lies nowhere. */
export function isInBox(geometry: Geometry, box: DegreeBox): boolean {
  const parts = partsOfGeometry(geometry);
  return parts.length > 0 && parts.every((part) => isPartInBox(part, box));
}

function isPartInBox({ box: [minX, minY, maxX, maxY] }: Part, { south, west, north, east }: DegreeBox): boolean {
  const isInsideLongitudes = minX >= west && maxX <= east;
  const isBesideAntimeridian = west > east && (minX >= west || maxX <= east);
  return minY >= south && maxY <= north && (isInsideLongitudes || isBesideAntimeridian);
}
