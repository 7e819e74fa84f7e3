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
}

/** All systems of longitudes and latitudes. */
export const listGeographicSystems = (): readonly ListedSystem[] =>
  (require('@esri/proj-codes/pe_list_geogcs.json') as { GeographicCoordinateSystems: readonly ListedSystem[] })
    .GeographicCoordinateSystems;

/** The well-known texts of projected systems, by code. They are a third of a long file; the rest of the file is not kept in memory. */
const projectedTexts = new Map<string, string>();

/** The well-known text of the system with a code; undefined when the list does not have it. */
export function findListedText(code: string): string | undefined {
  const geographic = listGeographicSystems().find(({ wkid }) => wkid === Number(code));
  if (geographic) return geographic.wkt;
  if (projectedTexts.size === 0) {
    const list = JSON.parse(readFileSync(require.resolve('@esri/proj-codes/pe_list_projcs.json'), 'utf8')) as {
      ProjectedCoordinateSystems: readonly ListedSystem[];
    };
    for (const { wkid, latestWkid, wkt } of list.ProjectedCoordinateSystems) {
      projectedTexts.set(String(wkid), wkt);
      if (!projectedTexts.has(String(latestWkid))) projectedTexts.set(String(latestWkid), wkt);
    }
  }
  return projectedTexts.get(code);
}

/** The PROJ definition of the system with an EPSG code; undefined when the list does not have it. */
export function findListedDefinition(code: string): string | undefined {
  // The list is loaded on first use, because the definitions take a megabyte.
  const definitions = require('proj4-list') as typeof Proj4List;
  const name = `EPSG:${code}`;
  return Object.hasOwn(definitions, name) ? definitions[name]?.[1] : undefined;
}
