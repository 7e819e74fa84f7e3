import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type Proj4List from 'proj4-list';

const require = createRequire(import.meta.url);

/** A coordinate reference system in the list of ESRI, which also contains most of EPSG. */
export interface ListedSystem {
  /** The code in the list, which is the EPSG code when there is one. */
  readonly wkid: number;
  readonly latestWkid: number;
  readonly name: string;
  /** A description in plain language. */
  readonly description: string;
  readonly wkt: string;
  /** Where the system is used: the first area contains the others. */
  readonly extent: readonly [AreaOfUse, ...AreaOfUse[]];
}

/** A box in degrees; one that crosses the antimeridian has a greater left longitude than its right one. */
interface AreaOfUse {
  readonly slat: number;
  readonly nlat: number;
  readonly llon: number;
  readonly rlon: number;
}

/** All systems of longitudes and latitudes. */
export const listGeographicSystems = (): readonly ListedSystem[] =>
  (require('@esri/proj-codes/pe_list_geogcs.json') as { GeographicCoordinateSystems: readonly ListedSystem[] })
    .GeographicCoordinateSystems;

/** Projected systems by code: a third of a long file. The rest of the file is not kept in memory. */
const projectedSystems = new Map<string, Pick<ListedSystem, 'wkt' | 'extent'>>();

/** The well-known text of the system with a code; undefined when the list does not have it. */
export function findListedText(code: string): string | undefined {
  const geographic = listGeographicSystems().find(({ wkid }) => wkid === Number(code));
  return geographic?.wkt ?? findProjectedSystem(code)?.wkt;
}

function findProjectedSystem(code: string): Pick<ListedSystem, 'wkt' | 'extent'> | undefined {
  if (projectedSystems.size === 0) {
    const list = JSON.parse(readFileSync(require.resolve('@esri/proj-codes/pe_list_projcs.json'), 'utf8')) as {
      ProjectedCoordinateSystems: readonly ListedSystem[];
    };
    for (const { wkid, latestWkid, wkt, extent } of list.ProjectedCoordinateSystems) {
      const system = { wkt, extent };
      projectedSystems.set(String(wkid), system);
      if (!projectedSystems.has(String(latestWkid))) projectedSystems.set(String(latestWkid), system);
    }
  }
  return projectedSystems.get(code);
}

/** The area of use of a system is enlarged to each side by its own size, and at most by these degrees. Coordinates near the area are still accurate. */
const maxMargin = 5;

/**
 * Whether a position is in the area of use of a projected system, or near it. True for every position when the list has no area for the
 * code.
 */
export function areaOfUseTest(code: string): (lon: number, lat: number) => boolean {
  const [area] = findProjectedSystem(code)?.extent ?? [];
  if (!area) return () => true;
  const { slat, nlat, llon, rlon } = area;
  const [width, height] = [(rlon - llon + 360) % 360 || 360, nlat - slat];
  const [centreLon, centreLat] = [llon + width / 2, slat + height / 2];
  const reachOf = (size: number): number => size / 2 + Math.min(size, maxMargin);
  const [reachLon, reachLat] = [reachOf(width), reachOf(height)];
  return (lon, lat) =>
    Math.abs(lat - centreLat) <= reachLat && Math.abs(((lon - centreLon + 540) % 360) - 180) <= reachLon;
}

/** The PROJ definition of the system with an EPSG code; undefined when the list does not have it. */
export function findListedDefinition(code: string): string | undefined {
  // The list is loaded on first use, because the definitions take a megabyte.
  const definitions = require('proj4-list') as typeof Proj4List;
  const name = `EPSG:${code}`;
  return Object.hasOwn(definitions, name) ? definitions[name]?.[1] : undefined;
}
