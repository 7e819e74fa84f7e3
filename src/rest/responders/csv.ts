import { contentDisposition } from './content-disposition.ts';
import { sandboxed, type Answer, type Response } from './responder.ts';

/** A table that is told as it is read. */
export interface Table {
  /** Of the file that it is saved as. */
  readonly filename: string;
  readonly columns: readonly string[];
  /** The cells of rows, any JSON, so many at a time; read while they are sent, and no faster. */
  readonly rows: AsyncIterable<readonly (readonly unknown[])[]>;
}

/** A table as CSV (RFC 4180), in UTF-8, to be saved and never shown as a page; its length is not known before its end. */
export const csv = ({ filename, columns, rows }: Table): Answer => ({
  status: 200,
  headers: {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': contentDisposition('attachment', filename),
    ...sandboxed,
  },
  text: linesOf(columns, rows),
});

/** What all such answers have in common. */
export const csvResponse: Response = Object.freeze({
  status: 200,
  hasETag: false,
  content: { mediaType: 'text/csv' },
});

async function* linesOf(columns: Table['columns'], rows: Table['rows']): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const some of rows) yield some.map(csvLine).join('');
}

/** A line with its end. */
export const csvLine = (cells: readonly unknown[]): string =>
  `${cells.map((cell) => quoted(csvText(cell))).join(',')}\r\n`;

/** How texts begin that spreadsheets take for formulas, the wide signs of East Asia included. */
const formula = /^[=+\-@＝＋－＠\t\r\n]/;

/** A cell as people read it: the items of a list with `; ` between them, an object as JSON. What a spreadsheet would take for a formula is no number; it gets an apostrophe. */
function csvText(cell: unknown): string {
  if (typeof cell === 'number') return String(cell);
  const text = textOf(cell);
  return formula.test(text) ? `'${text}` : text;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  if (value === null) return '';
  return Array.isArray(value) ? value.map(textOf).join('; ') : JSON.stringify(value);
}

const quoted = (text: string): string => (/[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
