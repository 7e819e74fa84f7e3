import type { Value } from '../../records/record.ts';
import type { Step } from '../processor.ts';

/**
 * Puts what becomes of one field's value into another, or the same, field. Nothing stays null; a value of which nothing
 * can be made is reported and leaves null.
 */
export const convertValue =
  (field: string, output: string, convert: (value: Exclude<Value, null>) => Value | undefined, problem: string): Step =>
  (row, report) => {
    const value = row[field] ?? null;
    const converted = value === null || value === '' ? null : convert(value);
    if (converted === undefined) report({ field, message: problem });
    row[output] = converted ?? null;
    return row;
  };
