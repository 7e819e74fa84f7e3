import { isJsonObject, parseJson, type Json } from '../../kernel/json.ts';
import type { ExportColumn, ExportFormat, ExportOptions } from './export-format.ts';

/** A line for each record, and a header (docs/contract/explore.md 11, csv). */
export const csvExport: ExportFormat = {
  name: 'csv',
  mediaType: 'text/csv; charset=utf-8',
  extension: 'csv',
  async *write(rows, columns, options) {
    const { delimiter, hasByteOrderMark, hasLabels } = options;
    const cells = columns.map((column) => cellOf(column, options));
    const header = columns.map(({ name, label }) => quoted(hasLabels ? label : name, options));
    yield `${hasByteOrderMark ? '\uFEFF' : ''}${header.join(delimiter)}\r\n`;
    for await (const batch of rows) {
      let lines = '';
      for (const text of batch) {
        const row = parseJson(text);
        if (isJsonObject(row))
          lines += `${cells.map((cell, at) => cell(row[columns[at]?.name ?? ''] ?? null)).join(delimiter)}\r\n`;
      }
      yield lines;
    }
  },
};

/** Writes the values of a column; null is empty. */
function cellOf({ type, isMultivalued }: ExportColumn, options: ExportOptions): (value: Json) => string {
  const write = textOf(type, isMultivalued, options);
  const isNumber = type === 'int' || type === 'double';
  return (value) => {
    if (value === null) return '';
    const text = write(value);
    return isNumber ? text : quoted(text, options);
  };
}

function textOf(
  type: ExportColumn['type'],
  isMultivalued: boolean,
  { listSeparator }: ExportOptions,
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

const plainText = (value: Json): string =>
  typeof value === 'string' ? value : value === null ? '' : JSON.stringify(value);

const quoted = (text: string, { delimiter, isQuoted }: ExportOptions): string =>
  isQuoted || text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
