import { readPoint, type GeoPoint } from '../../geo/processing/read-point.ts';
import { textOf, type DataRecord } from '../../records/record.ts';
import type { Report } from '../processor.ts';

/** The point in a field; undefined when the field is empty or holds something else, which is reported. */
export function pointOf(row: DataRecord, field: string, report: Report): GeoPoint | undefined {
  const value = row[field] ?? null;
  const point = readPoint(value);
  if (!point && textOf(value) !== '') report({ field, message: `"${textOf(value).slice(0, 100)}" is not a point.` });
  return point;
}
