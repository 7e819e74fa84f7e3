import type { FieldErrors } from '../../kernel/fail.ts';
import { faultOfSystem } from './coordinate-systems.ts';

/** The parameter, the same for all formats, that tells the coordinate reference system where the file does not. */
export const crsParameter = {
  name: 'crs',
  type: 'text',
  label: 'Coordinate reference system',
  description:
    'The EPSG code of the coordinates, such as 4326 or EPSG:2154, or the well-known text of their system; empty for what the file says, else WGS 84.',
  isMandatory: false,
  default: '',
  trim: 'true',
} as const;

/** What is wrong with the parameter. */
export function checkCrs({ crs }: { readonly crs: string }): FieldErrors {
  const fault = crs === '' ? undefined : faultOfSystem(crs);
  return fault === undefined ? {} : { crs: [fault] };
}
