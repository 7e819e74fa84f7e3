import { createRequire } from 'node:module';
import type Proj4 from 'proj4';
import type Proj4List from 'proj4-list';
import type { Position } from './geometry.ts';

/** Turns x and y of a reference system into longitude and latitude of WGS 84; undefined where there is no such place. */
export type ToWgs84 = (x: number, y: number) => Position | undefined;

/** The reference system that longitude and latitude are in already. */
const wgs84 = '4326';
/** A ten-thousandth of a millimetre on the ground: what a transformation computes beyond is noise. */
const decimals = 1e9;

/** How far the way there and back may miss the beginning, in the system's own unit. */
const inexactness = 1;

const require = createRequire(import.meta.url);

/** The transformation from a system named by its EPSG code, `2154` or `EPSG:2154`; an error that says why there is none. */
export function toWgs84(code: string): ToWgs84 | { readonly error: string } {
  const [, digits] = /^(?:EPSG:{1,2})?(\d{4,6})$/i.exec(code.trim()) ?? [];
  if (digits === undefined) return { error: 'Give the code of a reference system, such as 4326 or EPSG:2154.' };
  if (digits === wgs84) return inRange;
  // a megabyte of definitions, for those who transform something
  const proj4 = require('proj4') as typeof Proj4;
  const definitions = require('proj4-list') as typeof Proj4List;
  const [, definition] = definitions[`EPSG:${digits}`] ?? [];
  if (definition === undefined) return { error: `There is no reference system EPSG:${digits}, or none that is known here.` };
  const usable = withoutGrids(definition);
  try {
    const converter = proj4(usable, 'EPSG:4326');
    return (x, y) => transformed(converter, x, y);
  } catch {
    return { error: `The reference system EPSG:${digits} cannot be transformed here.` };
  }
}

/** Grids of corrections are files that nobody has here; the parameters beside them come close. */
const withoutGrids = (definition: string): string =>
  (definition.includes('+towgs84=') ? definition.replace(/\+nadgrids=(?!@)\S+/, '') : definition);

/** The way there and back. */
interface Converter {
  readonly forward: (position: Position) => Position;
  readonly inverse: (position: Position) => Position;
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
