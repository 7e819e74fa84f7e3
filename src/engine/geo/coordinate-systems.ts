import { createRequire } from 'node:module';
import type Proj4 from 'proj4';
import { CatalogError, fail, type FieldErrors } from '#kernel/fail.ts';
import { isJsonObject, type JsonObject } from '#kernel/json.ts';
import { textOf, type Value } from '../records/record.ts';
import { GeometryError, type GivenPosition, type Project } from './checked-geometry.ts';
import type { CoordinateSystem } from './systems/coordinate-system.ts';
import { areaOfUseTest, findDefinition, type ProjDefinition, toDefinition } from './systems/find-definition.ts';
import { parseProjJson } from './systems/parse-projjson.ts';
import { parseCrsWkt } from './systems/parse-crs-wkt.ts';
import type { Geometry, GeometryWithSrid, Position } from './parse-geometry.ts';

const require = createRequire(import.meta.url);

/** The EPSG code of WGS 84. */
const wgs84 = '4326';

/** The EPSG code of WGS 84 with a height. */
const wgs84WithHeight = '4979';

const codePatterns: readonly RegExp[] = [
  /^(?:epsg:{1,2})?(\d{1,7})$/i,
  /^urn:(?:x-)?ogc:def:crs:epsg:[\d.]*:(\d{1,7})$/i,
  /^https?:\/\/www\.opengis\.net\/(?:gml\/srs\/epsg\.xml#|def\/crs\/epsg\/[\d.]+\/)(\d{1,7})$/i,
];
const crs84 = /(?:^|[:/])crs84h?$/i;

/** The EPSG code that a text names as `2154`, `EPSG:2154`, a URN or URL of OGC, or `OGC:CRS84`; undefined for any other text. */
function epsgCodeOf(text: string): string | undefined {
  const name = text.trim();
  return crs84.test(name)
    ? wgs84
    : codePatterns.map((pattern) => pattern.exec(name)?.[1]).find((found) => found !== undefined);
}

/** The transformation between a system and WGS 84, longitude first. Both functions throw errors and texts, as proj4 does. */
interface Transformation {
  forward(position: GivenPosition): number[];
  inverse(position: GivenPosition): number[];
}

/** The transformation of a system. Throws what the library proj4 throws for an invalid definition. */
function createTransformation({ proj, degreesPerUnit: degrees }: ProjDefinition): Transformation {
  const converter = (require('proj4') as typeof Proj4)(proj, `EPSG:${wgs84}`);
  return {
    forward: ([x = NaN, y = NaN]) => converter.forward([x * degrees, y * degrees], true),
    inverse: ([lon = NaN, lat = NaN]) => converter.inverse([lon, lat], true).map((coordinate) => coordinate / degrees),
  };
}

/** The error in the name or description of a system; undefined when it is valid. */
function systemProblem(text: string): string | undefined {
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
function projectPosition(transformation: Transformation, position: GivenPosition): number[] {
  const [x = NaN, y = NaN, ...others] = position;
  try {
    return [...transformation.forward([x, y]).slice(0, 2), ...others];
  } catch {
    throw new GeometryError(`the position ${x}, ${y} is outside of its coordinate reference system`);
  }
}

/** The name of the system in the `crs` member of GeoJSON before RFC 7946; WGS 84 without one. Fails EXTRACTION_FAILED. */
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

/** A coordinate reference system that geometries can be written in. */
export interface TargetSystem {
  /** The EPSG code of the system. */
  readonly code: string;
  /** Transforms a geometry of WGS 84; undefined where a position is outside of the area of use of the system. */
  readonly project: (geometry: Geometry) => Geometry | undefined;
}

/** The maximum error of a round trip, in degrees: a tenth of a metre. */
const maxRoundTripDegrees = 1e-6;

/** WGS 84, in which geometries are stored, so none is transformed. */
export const wgs84System: TargetSystem = Object.freeze({ code: wgs84, project: (geometry: Geometry) => geometry });

/** The system with an EPSG code, `2154` or `EPSG:2154`; undefined when it is unknown. */
export function findTargetSystem(text: string): TargetSystem | undefined {
  const code = epsgCodeOf(text);
  if (code === undefined) return undefined;
  if (code === wgs84) return wgs84System;
  const definition = findDefinition(code);
  if (definition === undefined) return undefined;
  try {
    const project = positionProjection(createTransformation(definition), areaOfUseTest(code));
    return { code, project: (geometry) => transformGeometry(geometry, project) };
  } catch {
    // The library throws texts and TypeErrors for a definition that it cannot use.
    return undefined;
  }
}

const positionProjection =
  (transformation: Transformation, isInArea: (lon: number, lat: number) => boolean): TransformPosition =>
  (lon, lat) => {
    // A conformal projection also has coordinates far outside of its area of use, and they project back.
    if (!isInArea(lon, lat)) return undefined;
    try {
      const [x = NaN, y = NaN] = transformation.inverse([lon, lat]);
      const [backLon = NaN, backLat = NaN] = transformation.forward([x, y]);
      // Other projections return arbitrary coordinates there, which project back to another position.
      const isInside =
        longitudeDistance(backLon, lon) <= maxRoundTripDegrees && Math.abs(backLat - lat) <= maxRoundTripDegrees;
      return isInside ? [round(x), round(y)] : undefined;
    } catch {
      // The position lies outside the area of use of the projection.
      return undefined;
    }
  };

/** The distance of two longitudes, of which 180 and -180 are the same. */
const longitudeDistance = (one: number, other: number): number => {
  const difference = Math.abs(one - other);
  return Math.min(difference, Math.abs(360 - difference));
};

const round = (coordinate: number): number => Math.round(coordinate * roundingFactor) / roundingFactor;

/** Transforms all positions of a geometry and keeps heights; undefined when a position cannot be transformed. */
export function transformGeometry(geometry: Geometry, transform: TransformPosition): Geometry | undefined {
  try {
    return mapPositions(geometry, ([x = NaN, y = NaN, ...height]) => [
      ...(transform(x, y) ?? failOutsideDomain()),
      ...height,
    ]);
  } catch (error) {
    if (error instanceof OutsideDomain) return undefined;
    throw error;
  }
}

/** Thrown at the first position that cannot be transformed. */
class OutsideDomain extends Error {}

function failOutsideDomain(): never {
  throw new OutsideDomain();
}

/** Replaces every position of a geometry; an empty point has the position `[]`. */
function mapPositions(geometry: Geometry, transform: (position: Position) => Position): Geometry {
  const { type } = geometry;
  switch (type) {
    case 'Point':
      return { type, coordinates: transform(geometry.coordinates) };
    case 'MultiPoint':
    case 'LineString':
      return { type, coordinates: geometry.coordinates.map(transform) };
    case 'MultiLineString':
    case 'Polygon':
      return { type, coordinates: geometry.coordinates.map((line) => line.map(transform)) };
    case 'MultiPolygon':
      return { type, coordinates: geometry.coordinates.map((area) => area.map((line) => line.map(transform))) };
    case 'GeometryCollection':
      return { type, geometries: geometry.geometries.map((part) => mapPositions(part, transform)) };
  }
}

/** Transforms a geometry from its stated system, if any, to WGS 84; undefined when that fails. */
export function toWgs84Geometry({ geometry, srid }: GeometryWithSrid): Geometry | undefined {
  const system = srid === undefined || srid === 0 ? undefined : findTransformation(String(srid));
  if (!system) return geometry;
  return typeof system === 'function' ? transformGeometry(geometry, system) : undefined;
}

/** Transforms x and y of one reference system to those of another, such as longitude and latitude; undefined when that fails. */
export type TransformPosition = (x: number, y: number) => Position | undefined;

/** The factor that rounds coordinates to nine decimals, of a degree a tenth of a millimetre on the ground. Further digits are noise. */
const roundingFactor = 1e9;

/** The maximum error of a round trip through WGS 84, in the unit of the system. */
const maxRoundTripError = 1;

/** A cache of transformations and errors by code: records may name their systems, and creating a transformation is slow. */
const transformations = new Map<string, TransformPosition | UnknownSystem>();

/** The maximum size of the cache: about twice the number of EPSG codes, because records may also name systems that do not exist. */
const maxCached = 20_000;

/** The reason why a system has no transformation. */
interface UnknownSystem {
  readonly error: string;
}

/** Finds the transformation from the system with an EPSG code, `2154` or `EPSG:2154`, to WGS 84; else returns the reason why there is none. */
export function findTransformation(text: string): TransformPosition | UnknownSystem {
  const code = epsgCodeOf(text);
  if (code === undefined) return { error: 'Give the code of a reference system, such as 4326 or EPSG:2154.' };
  if (code === wgs84) return toPosition;
  const known = transformations.get(code);
  if (known) return known;
  const created = transformationOfCode(code);
  if (transformations.size < maxCached) transformations.set(code, created);
  return created;
}

function transformationOfCode(code: string): TransformPosition | UnknownSystem {
  const definition = findDefinition(code);
  if (definition === undefined) return { error: `The reference system EPSG:${code} is unknown.` };
  try {
    const transformation = createTransformation(definition);
    return (x, y) => transformPosition(transformation, x, y);
  } catch {
    return { error: `The reference system EPSG:${code} cannot be transformed to WGS 84.` };
  }
}

function transformPosition(transformation: Transformation, x: number, y: number): Position | undefined {
  try {
    const [lon = NaN, lat = NaN] = transformation.forward([x, y]);
    const [backX = NaN, backY = NaN] = transformation.inverse([lon, lat]);
    // Far outside its area of use, a projection returns arbitrary coordinates, which project back to another position.
    if (!(Math.abs(backX - x) <= maxRoundTripError && Math.abs(backY - y) <= maxRoundTripError)) return undefined;
    return toPosition(
      Math.round(lon * roundingFactor) / roundingFactor,
      Math.round(lat * roundingFactor) / roundingFactor,
    );
  } catch {
    // The position lies outside the area of use of the projection.
    return undefined;
  }
}

/** The position at a longitude and a latitude; undefined when they are out of range. */
const toPosition: TransformPosition = (lon, lat) =>
  Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? [lon, lat] : undefined;

/** The parameter, shared by all formats, for the coordinate reference system of a file that does not state one. */
export const crsParameter = {
  name: 'crs',
  type: 'text',
  label: 'Coordinate reference system',
  description:
    'The EPSG code of the coordinates, such as 4326 or EPSG:2154, or the well-known text of their system. Default: the system that the file states, else WGS 84.',
  isMandatory: false,
  default: '',
  trim: 'true',
} as const;

/** The errors in the value of the parameter. */
export function checkCrs({ crs }: { readonly crs: string }): FieldErrors {
  const problem = crs === '' ? undefined : systemProblem(crs);
  return problem === undefined ? {} : { crs: [problem] };
}
