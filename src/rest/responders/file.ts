import { fail } from '#kernel/fail.ts';
import {
  type PathTo,
  type Responder,
  type ResponseDescription,
  type RestResponse,
  sandboxHeader,
  valueAt,
} from './responders.ts';

/** A stored file, as operations select it. */
interface StoredFile {
  readonly filename: string;
  readonly mimetype?: string | null;
  readonly bytes: number;
  /** The SHA-256 of the content, under which the storage holds it. */
  readonly sha256: string;
}

/** Responds with a stored file, which browsers save and never show as a page; 404 when it is null. */
export const file = <Data>(path: PathTo<Data, StoredFile>): Responder<Data> => ({
  respond: ({ data }) => fileResponse(valueAt<Data, StoredFile>(data, path) ?? fail('NOT_FOUND'), 'attachment'),
  describe: () => fileDescription,
});

/** A stored file, or the address where it is: the one or the other. */
interface OfferedFile extends Omit<StoredFile, 'filename' | 'bytes' | 'sha256'> {
  readonly url: string | null;
  readonly filename: string | null;
  readonly bytes: number | null;
  readonly sha256: string | null;
}

/** Responds with a stored file as `file` does, or refers to the address where it is; 404 when it is null. */
export const fileOrRedirect = <Data>(path: PathTo<Data, OfferedFile>): Responder<Data> => ({
  respond: ({ data }) => offeredFileResponse(valueAt<Data, OfferedFile>(data, path) ?? fail('NOT_FOUND')),
  describe: () => offeredFileDescription,
});

/** The description of responses with a stored file or the address of one. */
export const offeredFileDescription: ResponseDescription = Object.freeze({
  status: 200,
  hasETag: false,
  content: 'file',
  canRedirect: true,
});

/** The response with an offered file. */
export const offeredFileResponse = ({ url, filename, bytes, sha256, ...file }: OfferedFile): RestResponse =>
  url !== null
    ? { status: 303, headers: { location: url, 'referrer-policy': 'no-referrer' } }
    : filename !== null && bytes !== null && sha256 !== null
      ? fileResponse({ ...file, filename, bytes, sha256 }, 'attachment')
      : fail('NOT_FOUND');

/** Like `file`, for an image: a page may show it, and only browsers may cache it, not shared caches. */
export const image = <Data>(path: PathTo<Data, StoredFile>): Responder<Data> => ({
  respond: ({ data }) =>
    fileResponse(valueAt<Data, StoredFile>(data, path) ?? fail('NOT_FOUND'), 'inline', {
      'cache-control': 'private, max-age=300',
      vary: 'origin, authorization',
    }),
  describe: () => fileDescription,
});

/** The description of responses with stored files. */
export const fileDescription: ResponseDescription = Object.freeze({ status: 200, hasETag: false, content: 'file' });

/** The response with a stored file. */
export const fileResponse = (
  { filename, mimetype, bytes, sha256 }: StoredFile,
  disposition: 'attachment' | 'inline',
  more: RestResponse['headers'] = {},
): RestResponse => ({
  status: 200,
  headers: {
    'content-type': mimetype ?? 'application/octet-stream',
    'content-disposition': contentDisposition(disposition, filename),
    ...sandboxHeader,
    ...more,
  },
  stored: { key: sha256, bytes },
});

/** A table that is streamed. */
interface Table {
  /** The name of the file that a client saves. */
  readonly filename: string;
  readonly columns: readonly string[];
  /** Batches of rows; cells are any JSON. The responder reads them only as fast as the client receives them. */
  readonly rows: AsyncIterable<readonly (readonly unknown[])[]>;
  /** What separates the cells of a line; a comma unless it is given. */
  readonly delimiter?: string;
}

/** A table as CSV (RFC 4180) in UTF-8, to be saved and never shown as a page. Its length is unknown until its end. */
export const csvResponse = ({ filename, columns, rows, delimiter }: Table): RestResponse => ({
  status: 200,
  headers: {
    'content-type': 'text/csv; charset=utf-8; header=present',
    'content-disposition': contentDisposition('attachment', filename),
    ...sandboxHeader,
  },
  text: linesOf(columns, rows, delimiter),
});

/** The description of a response that is a table as CSV. */
export const csvDescription: ResponseDescription = Object.freeze({
  status: 200,
  hasETag: false,
  content: { mediaType: 'text/csv' },
});

async function* linesOf(columns: Table['columns'], rows: Table['rows'], delimiter = ','): AsyncGenerator<string> {
  yield delimitedLine(columns, delimiter);
  for await (const batch of rows) yield batch.map((cells) => delimitedLine(cells, delimiter)).join('');
}

/** A line of CSV, with its line break. */
export const csvLine = (cells: readonly unknown[]): string => delimitedLine(cells, ',');

const delimitedLine = (cells: readonly unknown[], delimiter: string): string =>
  `${cells.map((cell) => quoted(csvText(cell), delimiter)).join(delimiter)}\r\n`;

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

const quoted = (text: string, delimiter: string): string =>
  text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** The Content-Disposition of a download: `filename` in ASCII and `filename*` with the exact name (RFC 6266, RFC 8187). */
export const contentDisposition = (disposition: 'attachment' | 'inline', filename: string): string =>
  `${disposition}; filename="${asciiOf(filename)}"; filename*=UTF-8''${percentEncoded(filename)}`;

/** A name in ASCII that needs no escaping: without accents, and `_` for other characters. */
const asciiOf = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .replace(/[^\x20-\x7e]|["%\\]/gu, '_');

/** A file name as RFC 8187 writes it in a header. */
const percentEncoded = (name: string): string =>
  encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
