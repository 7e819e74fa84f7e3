import { contentDisposition } from './content-disposition.ts';
import { sandboxHeader, type RestResponse, type ResponseDescription } from './responder.ts';

/** A table that is streamed. */
export interface Table {
  /** The name of the file that a client saves. */
  readonly filename: string;
  readonly columns: readonly string[];
  /** Batches of rows; cells are any JSON. The responder reads them only as fast as the client receives them. */
  readonly rows: AsyncIterable<readonly (readonly unknown[])[]>;
}

/** A table as CSV (RFC 4180) in UTF-8, to be saved and never shown as a page. Its length is unknown until its end. */
export const csvResponse = ({ filename, columns, rows }: Table): RestResponse => ({
  status: 200,
  headers: {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': contentDisposition('attachment', filename),
    ...sandboxHeader,
  },
  text: linesOf(columns, rows),
});

/** The description of a response that is a table as CSV. */
export const csvDescription: ResponseDescription = Object.freeze({
  status: 200,
  hasETag: false,
  content: { mediaType: 'text/csv' },
});

async function* linesOf(columns: Table['columns'], rows: Table['rows']): AsyncGenerator<string> {
  yield csvLine(columns);
  for await (const batch of rows) yield batch.map(csvLine).join('');
}

/** A line of CSV, with its line break. */
export const csvLine = (cells: readonly unknown[]): string =>
  `${cells.map((cell) => quoted(csvText(cell))).join(',')}\r\n`;

/** The beginnings of texts that spreadsheets evaluate as formulas, including full-width characters. */
const formula = /^[=+\-@＝＋－＠\t\r\n]/;

/** The text of a cell: the items of a list are joined by `; `, an object is JSON. A text that a spreadsheet would evaluate gets an apostrophe. */
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
