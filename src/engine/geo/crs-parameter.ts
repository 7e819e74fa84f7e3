import type { FieldErrors } from '#kernel/fail.ts';
import { systemProblem } from './coordinate-systems.ts';

/** The parameter, shared by all formats, for the coordinate reference system of a file that does not state one. */
export const crsParameter = {
  name: 'crs',
  type: 'text',
  label: 'Coordinate reference system',
  description:
    'The EPSG code of the coordinates, such as 4326 or EPSG:2154, or the well-known text of their system. Default: the system that the file states, else WGS 84.',
  isMandatory: false,
  default: '',
  trim: 'true',
} as const;

/** The errors in the value of the parameter. */
export function checkCrs({ crs }: { readonly crs: string }): FieldErrors {
  const problem = crs === '' ? undefined : systemProblem(crs);
  return problem === undefined ? {} : { crs: [problem] };
}
