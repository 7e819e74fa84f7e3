import { isJsonObject, type Json } from '#kernel/json.ts';
import type { ExportColumn, ExportOptions } from './export-format.ts';

/** Creates the function that writes the values of a column as text (docs/contract/explore.md 11, csv); null is empty. */
export function cellTextOf(
  { type, isMultivalued }: ExportColumn,
  { listSeparator }: Pick<ExportOptions, 'listSeparator'>,
): (value: Json) => string {
  if (isMultivalued)
    return (value) => (Array.isArray(value) ? value.map(plainText).join(listSeparator) : plainText(value));
  if (type === 'geo_point_2d')
    return (value) =>
      isJsonObject(value) ? `${plainText(value['lat'] ?? null)}, ${plainText(value['lon'] ?? null)}` : '';
  if (type === 'geo_shape') return (value) => (isJsonObject(value) ? JSON.stringify(value['geometry']) : '');
  if (type === 'file') return (value) => (isJsonObject(value) ? plainText(value['url'] ?? null) : '');
  return plainText;
}

function plainText(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}
