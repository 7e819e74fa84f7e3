import type { Value } from '../../records/record.ts';
import { refuseLength } from '../text/change-text.ts';

/** The parameter that says what divides the values of a text. */
export const valueSeparator = {
  name: 'separator',
  type: 'text',
  label: 'Separator',
  isMandatory: false,
  default: '',
  description: 'What divides the values, where they are one text. A list needs none.',
} as const;

/** The values of a field that has many: the elements of a list, or the parts of a text. Empty ones do not count. */
export function valuesOf(value: Value | undefined, separator: string): Value[] {
  if (Array.isArray(value)) return value.filter((each) => each !== null && each !== '');
  if (value === null || value === undefined || value === '') return [];
  if (typeof value !== 'string' || separator === '') return [value];
  refuseLength(value.length);
  return value
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
