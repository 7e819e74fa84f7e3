import { createRequire } from 'node:module';
import type Proj4 from 'proj4';
import { CatalogError, fail } from '#kernel/fail.ts';
import { isJsonObject, type JsonObject } from '#kernel/json.ts';
import { textOf, type Value } from '../records/record.ts';
import { GeometryError, type Position, type Project } from './checked-geometry.ts';
import type { CoordinateSystem } from './systems/coordinate-system.ts';
import { toDefinition, findDefinition } from './systems/find-definition.ts';
import { parseProjJson } from './systems/parse-projjson.ts';
import { parseCrsWkt } from './systems/parse-crs-wkt.ts';
import type { ProjDefinition } from './systems/system-definition.ts';

const require = createRequire(import.meta.url);

/** The EPSG code of WGS 84. */
export const wgs84 = '4326';

/** The EPSG code of WGS 84 with a height. */
const wgs84WithHeight = '4979';

const codePatterns: readonly RegExp[] = [
  /^(?:epsg:{1,2})?(\d{1,7})$/i,
  /^urn:(?:x-)?ogc:def:crs:epsg:[\d.]*:(\d{1,7})$/i,
  /^https?:\/\/www\.opengis\.net\/(?:gml\/srs\/epsg\.xml#|def\/crs\/epsg\/[\d.]+\/)(\d{1,7})$/i,
];
const crs84 = /(?:^|[:/])crs84h?$/i;

/** The EPSG code that a text names as `2154`, `EPSG:2154`, a URN or URL of OGC, or `OGC:CRS84`; undefined for any other text. */
export function epsgCodeOf(text: string): string | undefined {
  const name = text.trim();
  return crs84.test(name)
    ? wgs84
    : codePatterns.map((pattern) => pattern.exec(name)?.[1]).find((found) => found !== undefined);
}

/**
 * The transformation between a system and WGS 84, longitude before latitude. Both functions throw what the library proj4 throws: errors
 * and texts.
 */
export interface Transformation {
  forward(position: Position): number[];
  inverse(position: Position): number[];
}

/** The transformation of a system. Throws what the library proj4 throws for an invalid definition. */
export function createTransformation({ proj, degreesPerUnit: degrees }: ProjDefinition): Transformation {
  const converter = (require('proj4') as typeof Proj4)(proj, `EPSG:${wgs84}`);
  return {
    forward: ([x = NaN, y = NaN]) => converter.forward([x * degrees, y * degrees], true),
    inverse: ([lon = NaN, lat = NaN]) => converter.inverse([lon, lat], true).map((coordinate) => coordinate / degrees),
  };
}

/** The error in the name or description of a system; undefined when it is valid. */
export function systemProblem(text: string): string | undefined {
  const code = epsgCodeOf(text);
  if (code !== undefined)
    return code === wgs84 || findDefinition(code)
      ? undefined
      : `The coordinate reference system EPSG:${code} is unknown.`;
  if (!text.includes('['))
    return 'Give an EPSG code, such as EPSG:2154, or the well-known text of a coordinate reference system.';
  try {
    toDefinition(parseCrsWkt(text));
    return undefined;
  } catch (error) {
    return `This coordinate reference system cannot be used: ${reasonOf(error)}.`;
  }
}

/** The projection to WGS 84 from the system with this name or description; undefined when no projection is needed. Fails EXTRACTION_FAILED. */
export function projectionOfName(text: string): Project | undefined {
  const code = epsgCodeOf(text);
  if (code === undefined) return projectionOfText(text);
  if (code === wgs84 || code === wgs84WithHeight) return undefined;
  const definition =
    findDefinition(code) ??
    fail('EXTRACTION_FAILED', {
      reason: `the coordinate reference system EPSG:${code} is not known; publish the file in WGS 84 (EPSG:4326)`,
    });
  return projectionOf(definition, `EPSG:${code}`);
}

/** The projection to WGS 84 from a system in well-known text, as in Shapefiles. Fails EXTRACTION_FAILED. */
export const projectionOfText = (text: string): Project | undefined => projectionOfSystem(() => parseCrsWkt(text));

/** The projection to WGS 84 from a system in PROJJSON, as in GeoParquet. Fails EXTRACTION_FAILED. */
export const projectionOfJson = (json: JsonObject): Project | undefined =>
  projectionOfSystem(() => parseProjJson(json));

function projectionOfSystem(read: () => CoordinateSystem): Project | undefined {
  let name = 'of the file';
  try {
    const system = read();
    if (system.name !== '') name = JSON.stringify(system.name.slice(0, 100));
    return projectionOf(toDefinition(system), name);
  } catch (error) {
    if (error instanceof CatalogError) throw error;
    return fail('EXTRACTION_FAILED', {
      reason: `the coordinate reference system ${name} cannot be used: ${reasonOf(error)}; give its EPSG code in the parameter crs`,
    });
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Sample positions in degrees. A system that does not change them is treated as WGS 84, so that coordinates keep all their digits. */
const probes = [
  [12.3, 45.6],
  [-70.1, -33.2],
  [145.4, -37.8],
  [-150.7, 61.3],
] as const;

/** The maximum difference between equal positions, in degrees: a tenth of a millimetre. */
const maxDifference = 1e-9;

function projectionOf(definition: ProjDefinition, name: string): Project | undefined {
  let transformation: Transformation;
  try {
    transformation = createTransformation(definition);
    const isSame = probes.every(([lon, lat]) => {
      const [x = NaN, y = NaN] = transformation.forward([lon, lat]);
      return Math.abs(x - lon) < maxDifference && Math.abs(y - lat) < maxDifference;
    });
    if (isSame) return undefined;
  } catch {
    // The library throws texts and TypeErrors, which do not help the user.
    return fail('EXTRACTION_FAILED', {
      reason: `the coordinate reference system ${name} cannot be read; give its EPSG code in the parameter crs`,
    });
  }
  return (position) => projectPosition(transformation, position);
}

/** Projects a position. The altitude stays, because most systems measure it from sea level. */
function projectPosition(transformation: Transformation, position: Position): number[] {
  const [x = NaN, y = NaN, ...others] = position;
  try {
    return [...transformation.forward([x, y]).slice(0, 2), ...others];
  } catch {
    throw new GeometryError(`the position ${x}, ${y} is outside of its coordinate reference system`);
  }
}

/**
 * The name of the system in the `crs` member that GeoJSON had before RFC 7946. A missing or null member
 * means WGS 84. Fails EXTRACTION_FAILED when the member names no system.
 */
export function nameInCrsMember(crs: Value | undefined): string {
  if (crs === null || crs === undefined) return wgs84;
  const properties = isJsonObject(crs) ? crs['properties'] : null;
  const { name = null, code = null } = isJsonObject(properties) ? properties : {};
  const text = textOf(name ?? code).trim();
  return (
    epsgCodeOf(text) ??
    (text.includes('[')
      ? text
      : fail('EXTRACTION_FAILED', {
          reason: 'the crs member of the file names no EPSG code; give it in the parameter crs',
        }))
  );
}
