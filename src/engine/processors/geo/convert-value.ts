import type { Value } from '../../records/record.ts';
import type { Step } from '../processor.ts';

/**
 * Converts the value of one field into another field, or the same one. Null stays null; a value that cannot be
 * converted is reported and becomes null.
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
