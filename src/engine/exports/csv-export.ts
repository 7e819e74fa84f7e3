import { isJsonObject, parseJson, type Json, type JsonObject } from '../../kernel/json.ts';
import { csvLineSql } from './csv-line-sql.ts';
import type { ExportColumn, ExportFormat, ExportOptions } from './export-format.ts';

/** Writes a header, then a line for each record (docs/contract/explore.md 11, csv). */
export const csvExport: ExportFormat = {
  description: 'A line for each record, with a header (RFC 4180).',
  mediaType: 'text/csv; charset=utf-8',
  extension: 'csv',
  needsGeometry: false,
  rowSql: csvLineSql,
  async *write({ rows, areWritten, columns, options }) {
    const { delimiter, hasByteOrderMark, hasLabels } = options;
    const cellWriters = columns.map((column) => createCellWriter(column, options));
    const header = columns.map(({ name, label }) => quoteIfNeeded(hasLabels ? label : name, options));
    yield `${hasByteOrderMark ? '\uFEFF' : ''}${header.join(delimiter)}\r\n`;
    const lineOf = (text: string): string => {
      const parsed = parseJson(text);
      const row: JsonObject = isJsonObject(parsed) ? parsed : {};
      return cellWriters.map((write, index) => write(row[columns[index]?.name ?? ''] ?? null)).join(delimiter);
    };
    for await (const batch of rows) yield `${(areWritten ? batch : batch.map(lineOf)).join('\r\n')}\r\n`;
  },
};

/** Creates the function that writes the values of a column as cells; null is an empty cell. */
function createCellWriter({ type, isMultivalued }: ExportColumn, options: ExportOptions): (value: Json) => string {
  const write = createTextWriter(type, isMultivalued, options);
  const isNumber = type === 'int' || type === 'double';
  return (value) => {
    if (value === null) return '';
    const text = write(value);
    return isNumber ? text : quoteIfNeeded(text, options);
  };
}

/** Creates the function that writes values of a type as text, without quotes. */
function createTextWriter(
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

function plainText(value: Json): string {
  if (value === null) return '';
  return typeof value === 'string' ? value : JSON.stringify(value);
}

const quoteIfNeeded = (text: string, { delimiter, isQuoted }: ExportOptions): string =>
  isQuoted || text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
