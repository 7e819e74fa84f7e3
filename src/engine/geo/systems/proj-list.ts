import { createRequire } from 'node:module';
import type Proj4List from 'proj4-list';

const require = createRequire(import.meta.url);

/** The PROJ definition of the system with an EPSG code; undefined when the list does not have it. */
export function listedDefinition(code: string): string | undefined {
  // loaded on first use, because the definitions take a megabyte
  const definitions = require('proj4-list') as typeof Proj4List;
  const name = `EPSG:${code}`;
  return Object.hasOwn(definitions, name) ? definitions[name]?.[1] : undefined;
}
