import type { Value } from '#engine/records/record.ts';
import { assertTextLength } from '../text/change-text.ts';

/** The parameter for the separator between the values of a text. */
export const valueSeparator = {
  name: 'separator',
  type: 'text',
  label: 'Separator',
  isMandatory: false,
  default: '',
  description: 'Separates the values of a text. A list needs no separator.',
} as const;

/** The values of a multivalued field: the elements of a list, or the parts of a text. Empty values are left out. */
export function valuesOf(value: Value | undefined, separator: string): Value[] {
  if (Array.isArray(value)) return value.filter((item) => item !== null && item !== '');
  if (value === null || value === undefined || value === '') return [];
  if (typeof value !== 'string' || separator === '') return [value];
  assertTextLength(value.length);
  return value
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '');
}
