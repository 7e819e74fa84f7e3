import type { Parameter } from '../parameters/parameter.ts';

/** The parameter for an output field that defaults to the input field. */
export const optionalOutputField = {
  name: 'output_field',
  type: 'field',
  label: 'Output field',
  description: 'Default: the input field.',
  isMandatory: false,
  canCreateField: true,
} as const satisfies Parameter;
