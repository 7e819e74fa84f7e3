import type { Converter } from 'proj4';
import { converterOf, definitionOf, epsgCodeOf, wgs84 } from '../coordinate-systems.ts';
import type { Position } from './geometry.ts';

/** Turns x and y of a reference system into longitude and latitude of WGS 84; undefined where there is no such place. */
export type ToWgs84 = (x: number, y: number) => Position | undefined;

/** A ten-thousandth of a millimetre on the ground: what a transformation computes beyond is noise. */
const decimals = 1e9;

/** How far the way there and back may miss the beginning, in the system's own unit. */
const inexactness = 1;

/** Those made so far, by code, no more than there are codes: every record may name its own, and making one takes long. */
const transformations = new Map<string, ToWgs84>();

/** The transformation from a system named by its EPSG code, `2154` or `EPSG:2154`; an error that says why there is none. */
export function toWgs84(text: string): ToWgs84 | { readonly error: string } {
  const code = epsgCodeOf(text);
  if (code === undefined) return { error: 'Give the code of a reference system, such as 4326 or EPSG:2154.' };
  if (code === wgs84) return inRange;
  const known = transformations.get(code);
  if (known) return known;
  const definition = definitionOf(code);
  if (definition === undefined) return { error: `There is no reference system EPSG:${code}, or none that is known here.` };
  try {
    const converter = converterOf(definition);
    const transformation: ToWgs84 = (x, y) => transformed(converter, x, y);
    transformations.set(code, transformation);
    return transformation;
  } catch {
    return { error: `The reference system EPSG:${code} cannot be transformed here.` };
  }
}

function transformed({ forward, inverse }: Converter, x: number, y: number): Position | undefined {
  try {
    const [lon = NaN, lat = NaN] = forward([x, y]);
    const [backX = NaN, backY = NaN] = inverse([lon, lat]);
    // far away from where a projection is made for, it answers some place or other
    if (!(Math.abs(backX - x) <= inexactness && Math.abs(backY - y) <= inexactness)) return undefined;
    return inRange(Math.round(lon * decimals) / decimals, Math.round(lat * decimals) / decimals);
  } catch {
    // outside of what the projection is made for
    return undefined;
  }
}

const inRange: ToWgs84 = (lon, lat) => (Math.abs(lon) <= 180 && Math.abs(lat) <= 90 ? [lon, lat] : undefined);
