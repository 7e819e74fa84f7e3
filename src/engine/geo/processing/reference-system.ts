import { epsgCodeOf, transformationOf, wgs84, type Transformation } from '../coordinate-systems.ts';
import { definitionOfCode } from '../systems/definition-of-code.ts';
import type { Position } from './geometry.ts';

/** Turns x and y of a reference system into longitude and latitude of WGS 84; undefined where there is no such place. */
export type ToWgs84 = (x: number, y: number) => Position | undefined;

/** A ten-thousandth of a millimetre on the ground: what a transformation computes beyond is noise. */
const decimals = 1e9;

/** How far the way there and back may miss the beginning, in the system's own unit. */
const inexactness = 1;

/** Those made so far and why others cannot be made, by code: every record may name its own, and making one takes long. */
const transformations = new Map<string, ToWgs84 | NoSystem>();

/** Twice as many as there are: a record may name what is none. */
const maxKept = 20_000;

/** Why there is no transformation. */
interface NoSystem {
  readonly error: string;
}

/** The transformation from a system named by its EPSG code, `2154` or `EPSG:2154`; an error that says why there is none. */
export function toWgs84(text: string): ToWgs84 | NoSystem {
  const code = epsgCodeOf(text);
  if (code === undefined) return { error: 'Give the code of a reference system, such as 4326 or EPSG:2154.' };
  if (code === wgs84) return inRange;
  const known = transformations.get(code);
  if (known) return known;
  const made = transformationOfCode(code);
  if (transformations.size < maxKept) transformations.set(code, made);
  return made;
}

function transformationOfCode(code: string): ToWgs84 | NoSystem {
  const definition = definitionOfCode(code);
  if (definition === undefined)
    return { error: `There is no reference system EPSG:${code}, or none that is known here.` };
  try {
    const transformation = transformationOf(definition);
    return (x, y) => transformed(transformation, x, y);
  } catch {
    return { error: `The reference system EPSG:${code} cannot be transformed here.` };
  }
}

function transformed(transformation: Transformation, x: number, y: number): Position | undefined {
  try {
    const [lon = NaN, lat = NaN] = transformation.forward([x, y]);
    const [backX = NaN, backY = NaN] = transformation.inverse([lon, lat]);
    // far away from where a projection is made for, it answers some place or other
    if (!(Math.abs(backX - x) <= inexactness && Math.abs(backY - y) <= inexactness)) return undefined;
    return inRange(Math.round(lon * decimals) / decimals, Math.round(lat * decimals) / decimals);
  } catch {
    // outside of what the projection is made for
    return undefined;
  }
}

const inRange: ToWgs84 = (lon, lat) => (Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? [lon, lat] : undefined);
