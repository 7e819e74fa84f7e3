import wkx from 'wkx';
import type { GeometryWithSrid } from './parse-wkt.ts';
import { parseGeometry } from './parse-geometry.ts';

const hexadecimal = /^(?:\\x|0x)?((?:[0-9a-f]{2})+)$/i;
const base64 = /^[A-Za-z0-9+/]+={0,2}$/;

/**
 * Reads a geometry in well-known binary (OGC 06-103r4, 8; PostGIS' extended form too) that a text holds in hexadecimal
 * digits or base64; undefined for any other text.
 */
export function parseWkb(text: string): GeometryWithSrid | undefined {
  const bytes = bytesOf(text.trim());
  if (!bytes) return undefined;
  try {
    const read = wkx.Geometry.parse(bytes);
    const geometry = parseGeometry(read.toGeoJSON());
    // Without a reference system the library sets no srid, although its types declare one.
    return geometry && { geometry, srid: read.srid || undefined };
  } catch {
    // The bytes are truncated, of an unknown type, or nested too deeply for the library.
    return undefined;
  }
}

function bytesOf(text: string): Buffer | undefined {
  const [, digits] = hexadecimal.exec(text) ?? [];
  if (digits !== undefined) return Buffer.from(digits, 'hex');
  return base64.test(text) ? Buffer.from(text, 'base64') : undefined;
}
