import type { FieldType } from '#portal-page/generated/operations.ts';
import { isRecord } from '#portal-page/graph/graph-result.ts';
import type { Language } from '#portal-page/messages/language.ts';

/** Whether the values of a field are aligned as numbers. */
export const isNumeric = (type: FieldType): boolean => type === 'int' || type === 'double';

/** A value of a record as a short text. */
export function cellText(language: Language, value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return language.number(value);
  if (typeof value === 'string') return textOf(language, value);
  if (Array.isArray(value)) return value.map((each) => cellText(language, each)).join(', ');
  if (isRecord(value)) {
    const { lat, lon, filename, type, geometry } = value;
    if (typeof lat === 'number' && typeof lon === 'number')
      return language.messages.position(lat.toFixed(4), lon.toFixed(4));
    if (typeof filename === 'string') return filename;
    if (isRecord(geometry) && typeof geometry['type'] === 'string') return geometry['type'];
    if (typeof type === 'string') return type;
  }
  return JSON.stringify(value);
}

function textOf(language: Language, value: string): string {
  if (/^\d{4}-\d\d-\d\d$/.test(value)) return language.date(value);
  if (/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?(?:Z|[+-]\d\d:\d\d)$/.test(value)) return language.dateTime(value);
  return value;
}
