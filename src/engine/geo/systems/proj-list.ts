import { createRequire } from 'node:module';
import type Proj4List from 'proj4-list';

const require = createRequire(import.meta.url);

/** The definition of the system with a number of EPSG in the words of PROJ; undefined where the list has none. */
export function listedDefinition(code: string): string | undefined {
  // a megabyte of definitions, for those who transform something
  const definitions = require('proj4-list') as typeof Proj4List;
  const name = `EPSG:${code}`;
  return Object.hasOwn(definitions, name) ? definitions[name]?.[1] : undefined;
}
