import { isJsonObject, parseJson, type Json, type JsonObject } from '#kernel/json.ts';
import { cellTextOf } from './cell-text.ts';
import { csvLines } from './csv-lines.ts';
import type { ExportColumn, ExportFormat, ExportOptions } from './export-format.ts';
import { formulaSigns } from './formula-signs.ts';

const lineEnd = '\r\n';

/** Writes a header, then a line for each record (docs/contract/explore.md 11, csv). */
export const csvExport: ExportFormat = {
  description: 'A line for each record, with a header (RFC 4180).',
  mediaType: 'text/csv; charset=utf-8',
  extension: 'csv',
  needsGeometry: false,
  select(query, options) {
    const statement = csvLines(query, options);
    return statement && { kind: 'lines', statement, end: lineEnd };
  },
  async *write({ rows, lines, columns, options }) {
    const { delimiter, hasByteOrderMark, hasLabels } = options;
    const cellWriters = columns.map((column) => createCellWriter(column, options));
    const header = columns.map(({ name, label }) => textCell(hasLabels ? label : name, options));
    yield `${hasByteOrderMark ? '\uFEFF' : ''}${header.join(delimiter)}${lineEnd}`;
    const lineOf = (text: string): string => {
      const parsed = parseJson(text);
      const row: JsonObject = isJsonObject(parsed) ? parsed : {};
      return cellWriters.map((write, index) => write(row[columns[index]?.name ?? ''] ?? null)).join(delimiter);
    };
    if (lines) yield* lines;
    else for await (const batch of rows) yield `${batch.map(lineOf).join(lineEnd)}${lineEnd}`;
  },
};

/** Creates the function that writes the values of a column as cells; null is an empty cell. */
function createCellWriter(column: ExportColumn, options: ExportOptions): (value: Json) => string {
  const write = cellTextOf(column, options);
  const isNumber = column.type === 'int' || column.type === 'double';
  const writeText = column.type === 'text' ? textCell : quoteIfNeeded;
  return (value) => {
    if (value === null) return '';
    const text = write(value);
    return isNumber ? text : writeText(text, options);
  };
}

const formula = new RegExp(`^[${formulaSigns}]`);

const textCell = (text: string, options: ExportOptions): string =>
  quoteIfNeeded(options.hasEscapedFormulas && formula.test(text) ? `'${text}` : text, options);

const quoteIfNeeded = (text: string, { delimiter, isQuoted }: ExportOptions): string =>
  isQuoted || text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
