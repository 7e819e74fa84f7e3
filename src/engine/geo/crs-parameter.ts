import type { FieldErrors } from '../../kernel/fail.ts';
import { epsgCodeOf } from './coordinate-systems.ts';

/** The parameter, the same for all formats, that tells the coordinate reference system where the file does not. */
export const crsParameter = {
  name: 'crs', type: 'text', label: 'Coordinate reference system',
  description: 'The EPSG code of the coordinates, such as 4326 or EPSG:2154; empty for what the file says, else WGS 84.',
  isMandatory: false, default: '', trim: 'true',
} as const;

/** What is wrong with the parameter. */
export const checkCrs = ({ crs }: { readonly crs: string }): FieldErrors =>
  (crs === '' || epsgCodeOf(crs) !== undefined ? {} : { crs: ['Give an EPSG code, such as EPSG:2154, or nothing.'] });
