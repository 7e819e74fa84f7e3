import type { Converter } from 'proj4';
import { fail } from '../../kernel/fail.ts';
import { textOf, type Value } from '../row.ts';
import { GeometryFault, type Position, type Project } from './geometry.ts';

/** Numbers of EPSG that mean longitude and latitude of WGS 84, with a height or without. */
const wgs84 = new Set(['4326', '4979']);

/** In degrees: a tenth of a millimetre. */
const sameWithin = 1e-9;

const codePattern = /^(?:epsg:)?(\d{1,7})$/i;

/** The number in `2154` or `EPSG:2154`; undefined in anything else. */
export const epsgCodeOf = (text: string): string | undefined => codePattern.exec(text.trim())?.[1];

/** What projects positions of the system with this number of EPSG; undefined when they need none. Fails EXTRACTION_FAILED. */
export async function projectionOfCode(code: string): Promise<Project | undefined> {
  if (wgs84.has(code)) return undefined;
  const { default: definitions } = await import('proj4-list');
  const name = `EPSG:${code}`;
  const definition = Object.hasOwn(definitions, name) ? definitions[name]?.[1] : undefined;
  return definition === undefined
    ? fail('EXTRACTION_FAILED', { reason: `the coordinate reference system EPSG:${code} is not known; publish the file in WGS 84 (EPSG:4326)` })
    : projectionOf(definition, name);
}

/** The same of a system's well-known text, as Shapefiles carry it. */
export const projectionOfText = (text: string): Promise<Project | undefined> => projectionOf(text, 'of the file');

/** Places all over the world, in degrees: a system that leaves them where they are is as good as WGS 84, and loses no digit. */
const probes = [[12.3, 45.6], [-70.1, -33.2], [145.4, -37.8], [-150.7, 61.3]] as const;

async function projectionOf(definition: string, name: string): Promise<Project | undefined> {
  const { default: proj4 } = await import('proj4');
  let converter: Converter;
  try {
    converter = proj4(definition, 'EPSG:4326');
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

const names: readonly RegExp[] = [/^urn:ogc:def:crs:epsg:[\d.]*:(\d{1,7})$/i, codePattern, /^https?:\/\/www\.opengis\.net\/(?:gml\/srs\/epsg\.xml#|def\/crs\/epsg\/\d+\/)(\d{1,7})$/i];
const lonLat = /(^|:)crs84h?$/i;

/**
 * The EPSG code in the `crs` member that GeoJSON had before RFC 7946; none or null is WGS 84. Fails EXTRACTION_FAILED when
 * it names a system in another way.
 */
export function epsgCodeOfMember(crs: Value | undefined): string {
  if (crs === null || crs === undefined) return '4326';
  const properties = typeof crs === 'object' && !Array.isArray(crs) ? crs['properties'] : null;
  const { name = null, code = null } = typeof properties === 'object' && properties !== null && !Array.isArray(properties) ? properties : {};
  const text = textOf(name ?? code).trim();
  if (lonLat.test(text)) return '4326';
  return names.map((pattern) => pattern.exec(text)?.[1]).find((found) => found !== undefined)
    ?? fail('EXTRACTION_FAILED', { reason: 'the crs member of the file names no EPSG code; give it in the parameter crs' });
}
