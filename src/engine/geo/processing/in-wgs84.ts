import type { Geometry } from './geometry.ts';
import type { Located } from './parse-wkt.ts';
import { toWgs84 } from './reference-system.ts';
import { transformGeometry } from './transform-geometry.ts';

/** Transforms a geometry from its stated reference system to WGS 84; undefined when that fails. */
export function inWgs84({ geometry, srid }: Located): Geometry | undefined {
  const system = srid === undefined || srid === 0 ? undefined : toWgs84(String(srid));
  if (!system) return geometry;
  return typeof system === 'function' ? transformGeometry(geometry, system) : undefined;
}
