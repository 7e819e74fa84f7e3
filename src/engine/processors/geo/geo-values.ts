import { type Value, textOf, type DataRecord } from '#engine/records/record.ts';
import type { Step, Report } from '../processor.ts';
import { parsePoint, type GeoPoint } from '#engine/geo/processing/parse-point.ts';

/**
 * Creates a step that converts the value of one field into another field, or the same one. Null stays null; a value that cannot be
 * converted is reported and becomes null.
 */
export const createConversion =
  (field: string, output: string, convert: (value: Exclude<Value, null>) => Value | undefined, problem: string): Step =>
  (record, report) => {
    const value = record[field] ?? null;
    const converted = value === null || value === '' ? null : convert(value);
    if (converted === undefined) report({ field, message: problem });
    record[output] = converted ?? null;
    return record;
  };

/** The point in a field; undefined for an empty field, and for another value, which is reported. */
export function readPoint(record: DataRecord, field: string, report: Report): GeoPoint | undefined {
  const value = record[field] ?? null;
  const point = parsePoint(value);
  if (!point && textOf(value) !== '') report({ field, message: `"${textOf(value).slice(0, 100)}" is not a point.` });
  return point;
}
