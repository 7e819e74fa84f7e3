import { createRequire } from 'node:module';
import type Proj4 from 'proj4';
import type { Converter } from 'proj4';
import type Proj4List from 'proj4-list';
import { fail } from '../../kernel/fail.ts';
import { textOf, type Value } from '../row.ts';
import { GeometryFault, type Position, type Project } from './geometry.ts';

const require = createRequire(import.meta.url);

/** The number of longitude and latitude of WGS 84. */
export const wgs84 = '4326';

/** The number in `2154` or `EPSG:2154`; undefined in anything else. */
export const epsgCodeOf = (text: string): string | undefined => /^(?:epsg:{1,2})?(\d{1,7})$/i.exec(text.trim())?.[1];

/** The definition of the system with a number, as the library reads it; undefined where nobody here knows it. */
export function definitionOf(code: string): string | undefined {
  // a megabyte of definitions, for those who transform something
  const definitions = require('proj4-list') as typeof Proj4List;
  const name = `EPSG:${code}`;
  const definition = Object.hasOwn(definitions, name) ? definitions[name]?.[1] : undefined;
  return definition === undefined ? undefined : withoutGrids(definition);
}

/** Grids of corrections are files that nobody has here; the parameters beside them come close. */
const withoutGrids = (definition: string): string =>
  (definition.includes('+towgs84=') ? definition.replace(/\+nadgrids=(?!@)\S+/, '') : definition);

/** The way from a system, by its definition or well-known text, to WGS 84 and back. Throws what the library throws where it cannot read that. */
export const converterOf = (definition: string): Converter => (require('proj4') as typeof Proj4)(definition, `EPSG:${wgs84}`);

/** Longitude and latitude of WGS 84 with a height. */
const wgs84WithHeight = '4979';

/** In degrees: a tenth of a millimetre. */
const sameWithin = 1e-9;

/** What projects positions of the system with this number of EPSG; undefined when they need none. Fails EXTRACTION_FAILED. */
export async function projectionOfCode(code: string): Promise<Project | undefined> {
  if (code === wgs84 || code === wgs84WithHeight) return undefined;
  const definition = definitionOf(code);
  return definition === undefined
    ? fail('EXTRACTION_FAILED', { reason: `the coordinate reference system EPSG:${code} is not known; publish the file in WGS 84 (EPSG:4326)` })
    : projectionOf(definition, `EPSG:${code}`);
}

/** The same of a system's well-known text, as Shapefiles carry it. */
export const projectionOfText = async (text: string): Promise<Project | undefined> => projectionOf(text, 'of the file');

/** Places all over the world, in degrees: a system that leaves them where they are is as good as WGS 84, and loses no digit. */
const probes = [[12.3, 45.6], [-70.1, -33.2], [145.4, -37.8], [-150.7, 61.3]] as const;

function projectionOf(definition: string, name: string): Project | undefined {
  let converter: Converter;
  try {
    converter = converterOf(definition);
    const isSame = probes.every(([lon, lat]) => {
      const [x = NaN, y = NaN] = converter.forward([lon, lat]);
      return Math.abs(x - lon) < sameWithin && Math.abs(y - lat) < sameWithin;
    });
    if (isSame) return undefined;
  } catch {
    // The library throws texts and type errors alike, which say nothing to a person.
    return fail('EXTRACTION_FAILED', { reason: `the coordinate reference system ${name} cannot be read; give its EPSG code in the parameter crs` });
  }
  return (position) => projected(converter, position);
}

/** The altitude stays as it is: it is mostly above the sea, whatever the system. */
function projected(converter: Converter, position: Position): number[] {
  const [x = NaN, y = NaN, ...others] = position;
  try {
    return [...converter.forward([x, y]).slice(0, 2), ...others];
  } catch {
    throw new GeometryFault(`the position ${x}, ${y} is outside of its coordinate reference system`);
  }
}

const names: readonly RegExp[] = [/^urn:ogc:def:crs:epsg:[\d.]*:(\d{1,7})$/i, /^https?:\/\/www\.opengis\.net\/(?:gml\/srs\/epsg\.xml#|def\/crs\/epsg\/\d+\/)(\d{1,7})$/i];
const lonLat = /(^|:)crs84h?$/i;

/**
 * The EPSG code in the `crs` member that GeoJSON had before RFC 7946; none or null is WGS 84. Fails EXTRACTION_FAILED when
 * it names a system in another way.
 */
export function epsgCodeOfMember(crs: Value | undefined): string {
  if (crs === null || crs === undefined) return wgs84;
  const properties = typeof crs === 'object' && !Array.isArray(crs) ? crs['properties'] : null;
  const { name = null, code = null } = typeof properties === 'object' && properties !== null && !Array.isArray(properties) ? properties : {};
  const text = textOf(name ?? code).trim();
  if (lonLat.test(text)) return wgs84;
  return epsgCodeOf(text) ?? names.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined)
    ?? fail('EXTRACTION_FAILED', { reason: 'the crs member of the file names no EPSG code; give it in the parameter crs' });
}
