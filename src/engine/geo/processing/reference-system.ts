import { epsgCodeOf, createTransformation, wgs84, type Transformation } from '../coordinate-systems.ts';
import { findDefinition } from '../systems/find-definition.ts';
import type { Position } from './geometry.ts';

/** Transforms x and y of one reference system to those of another, such as longitude and latitude; undefined when that fails. */
export type TransformPosition = (x: number, y: number) => Position | undefined;

/** The factor that rounds degrees to nine decimals, a tenth of a millimetre on the ground. Further digits are noise. */
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
