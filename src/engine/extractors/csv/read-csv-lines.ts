import { pipeline, Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { CsvError, parse } from 'csv-parse';
import { fail } from '#kernel/fail.ts';
import { maxBatchRecords, maxRecordSize, readBatches } from '../batches.ts';
import { formatByteSize } from '#kernel/text.ts';

/** How the cells of a CSV file are written. */
interface CsvDialect {
  readonly separator: string;
  /** Empty where cells are never enclosed. */
  readonly quotechar: string;
  readonly escapechar: string;
  readonly doublequote: boolean;
  readonly trim: boolean;
}

const isAscii = (character: string): boolean => /^[\x01-\x7f]?$/.test(character);

/** The lines of UTF-8 text in batches, each as its cells. Empty lines are left out. Fails EXTRACTION_FAILED. */
export const readCsvLines = (
  content: AsyncIterable<Buffer | string>,
  dialect: CsvDialect,
): AsyncGenerator<string[][]> => (isSimple(dialect) ? splitLines(content, dialect) : parseLines(content, dialect));

/** Whether `CsvSplitter` reads the dialect: nearly all files. */
const isSimple = ({ separator, quotechar, doublequote, trim }: CsvDialect): boolean =>
  !trim && separator.length === 1 && isAscii(separator) && isAscii(quotechar) && (doublequote || quotechar === '');

async function* splitLines(
  content: AsyncIterable<Buffer | string>,
  { separator, quotechar }: CsvDialect,
): AsyncGenerator<string[][]> {
  const splitter = new CsvSplitter({ separator, quote: quotechar });
  for await (const text of decode(content)) {
    const lines = splitter.write(text);
    if (lines.length > 0) yield lines;
  }
  yield splitter.end();
}

/** Decodes UTF-8, or UTF-16 where the text begins with the byte order mark of UTF-16, and leaves the mark out. */
async function* decode(content: AsyncIterable<Buffer | string>): AsyncGenerator<string> {
  let decoder: StringDecoder | undefined;
  let isBeginning = true;
  for await (const chunk of content) {
    if (typeof chunk !== 'string') decoder ??= new StringDecoder(isUtf16(chunk) ? 'utf16le' : 'utf8');
    const text = typeof chunk === 'string' ? chunk : (decoder?.write(chunk) ?? '');
    if (text === '') continue;
    yield isBeginning ? text.replace(/^\uFEFF/, '') : text;
    isBeginning = false;
  }
  yield decoder?.end() ?? '';
}

const isUtf16 = (bytes: Buffer): boolean => bytes[0] === 0xff && bytes[1] === 0xfe;

async function* parseLines(
  content: AsyncIterable<Buffer | string>,
  { separator, quotechar, escapechar, doublequote, trim }: CsvDialect,
): AsyncGenerator<string[][]> {
  const quote = quotechar === '' ? null : quotechar;
  const escape = doublequote ? quote : escapechar;
  const parser = parse({
    bom: true,
    delimiter: separator,
    quote,
    escape: escape === null || escape === '' ? false : escape,
    max_record_size: maxRecordSize,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim,
  });
  // An error of the content ends the parser, and is thrown where its lines are read.
  pipeline(Readable.from(content), parser, () => undefined);
  try {
    yield* readBatches<string[]>(parser, maxBatchRecords);
  } catch (error) {
    if (error instanceof CsvError)
      fail('EXTRACTION_FAILED', { reason: describeCsvError(error.code, parser.info.records + 1) });
    throw error;
  }
}

/** The characters of a CSV file. */
interface CsvCharacters {
  readonly separator: string;
  /** Encloses cells; written twice inside of a cell. Empty where cells are never enclosed. */
  readonly quote: string;
}

const lineFeed = 10;
const carriageReturn = 13;

/**
 * Splits the text of a CSV file into records, with the results of csv-parse (`relax_quotes`, `relax_column_count`, `skip_empty_lines`),
 * many times faster: it searches for the next separator instead of reading each byte. Fails EXTRACTION_FAILED.
 */
export class CsvSplitter {
  readonly #separator: string;
  readonly #quote: string;
  readonly #separatorCode: number;
  readonly #quoteCode: number;
  /** The text from the first cell that is not complete. */
  #text = '';
  /** Text that is not joined to `#text` yet. */
  #pending = '';
  #isEnd = false;
  /** Where the next cell begins. */
  #position = 0;
  /** How far an incomplete cell was searched for its closing quote. */
  #searched = 0;
  /** Where each of these is found next; the length of the text where it is not. Below `#position` where it must be searched again. */
  #nextSeparator = -1;
  #nextLineFeed = -1;
  #nextReturn = -1;
  /** The cells of the current record, and the length of its text. */
  #cells: string[] = [];
  #recordLength = 0;
  #recordCount = 0;

  constructor({ separator, quote }: CsvCharacters) {
    this.#separator = separator;
    this.#quote = quote;
    this.#separatorCode = separator.charCodeAt(0);
    this.#quoteCode = quote === '' ? -1 : quote.charCodeAt(0);
  }

  /** The records that are complete with more text. */
  write(text: string): string[][] {
    this.#pending += text;
    // An incomplete cell is joined and read again only when as much text has arrived, so that small chunks do not copy it each time.
    if (!this.#isEnd && this.#pending.length < this.#text.length - this.#position) return [];
    this.#text = this.#text.slice(this.#position) + this.#pending;
    this.#pending = '';
    this.#searched = Math.max(0, this.#searched - this.#position);
    this.#position = 0;
    this.#nextSeparator = this.#nextLineFeed = this.#nextReturn = -1;
    return this.#split();
  }

  /** The last record of the file, which may lack a line end. */
  end(): string[][] {
    this.#isEnd = true;
    return this.write('');
  }

  #split(): string[][] {
    const records: string[][] = [];
    for (;;) {
      if (this.#cells.length === 0) this.#skipEmptyLines();
      const start = this.#position;
      if (start === this.#text.length && !(this.#isEnd && this.#cells.length > 0)) break;
      const cell = this.#readCell();
      this.#assertSize(this.#recordLength + (cell === undefined ? this.#text.length : this.#position) - start);
      if (cell === undefined) break;
      this.#cells.push(cell);
      if (this.#text.charCodeAt(this.#position) === this.#separatorCode) {
        this.#position++;
        this.#recordLength += this.#position - start;
      } else {
        this.#skipLineEnd();
        records.push(this.#cells);
        this.#recordCount++;
        this.#cells = [];
        this.#recordLength = 0;
      }
    }
    return records;
  }

  #skipEmptyLines(): void {
    while (this.#isLineEnd(this.#position)) this.#position++;
  }

  #skipLineEnd(): void {
    const isReturn = this.#text.charCodeAt(this.#position) === carriageReturn;
    const isPair = isReturn && this.#text.charCodeAt(this.#position + 1) === lineFeed;
    this.#position = Math.min(this.#text.length, this.#position + (isPair ? 2 : 1));
  }

  #assertSize(length: number): void {
    if (length > maxRecordSize) fail('EXTRACTION_FAILED', { reason: recordTooLarge(this.#recordCount + 1) });
  }

  /** Reads a cell up to the separator or line end behind it; undefined where it may continue in text that has not arrived. */
  #readCell(): string | undefined {
    if (this.#text.charCodeAt(this.#position) === this.#quoteCode) return this.#readQuoted();
    const start = this.#position;
    const end = this.#cellEndFrom(start);
    if (!this.#isKnown(end)) return undefined;
    this.#position = end;
    return this.#text.slice(start, end);
  }

  /** Reads a cell that begins with a quote. Where text follows the closing quote, the quotes are part of the cell. */
  #readQuoted(): string | undefined {
    const start = this.#position + 1;
    const closing = this.#closingQuoteFrom(Math.max(start, this.#searched));
    if (closing === undefined) return undefined;
    const after = closing + 1;
    const isClosed = after === this.#text.length || this.#isCellEnd(after);
    const end = isClosed ? after : this.#cellEndFrom(after);
    if (!this.#isKnown(end)) return undefined;
    this.#position = end;
    this.#searched = 0;
    const inner = this.#text.slice(start, closing);
    const text = inner.includes(this.#quote) ? inner.replaceAll(this.#quote + this.#quote, this.#quote) : inner;
    if (isClosed) return text;
    const rest = this.#text.slice(after, end);
    // csv-parse takes a NUL character for the end of the text.
    return rest.startsWith('\0') ? text + rest : this.#quote + text + this.#quote + rest;
  }

  /** The position of the quote that closes a cell; undefined where it has not arrived. */
  #closingQuoteFrom(start: number): number | undefined {
    for (let from = start; ; from += 2) {
      const found = this.#text.indexOf(this.#quote, from);
      if (found === -1 && this.#isEnd) fail('EXTRACTION_FAILED', { reason: quoteNotClosed(this.#recordCount + 1) });
      from = found === -1 ? this.#text.length : found;
      this.#searched = from;
      if (!this.#isKnown(from + 1)) return undefined;
      if (this.#text.charCodeAt(from + 1) !== this.#quoteCode) return from;
    }
  }

  /** The position of the next separator or line end. Quotes on the way are characters like any other. */
  #cellEndFrom(start: number): number {
    if (this.#nextSeparator < start) this.#nextSeparator = this.#find(this.#separator, start);
    if (this.#nextLineFeed < start) this.#nextLineFeed = this.#find('\n', start);
    if (this.#nextReturn < start) this.#nextReturn = this.#find('\r', start);
    return Math.min(this.#nextSeparator, this.#nextLineFeed, this.#nextReturn);
  }

  #find(character: string, start: number): number {
    const found = this.#text.indexOf(character, start);
    return found === -1 ? this.#text.length : found;
  }

  /** Whether the character at a position has arrived, and, for a carriage return, the line feed that may follow it. */
  #isKnown(position: number): boolean {
    if (this.#isEnd) return true;
    const isReturn = this.#text.charCodeAt(position) === carriageReturn;
    return position + (isReturn ? 1 : 0) < this.#text.length;
  }

  #isCellEnd(position: number): boolean {
    return this.#text.charCodeAt(position) === this.#separatorCode || this.#isLineEnd(position);
  }

  #isLineEnd(position: number): boolean {
    const code = this.#text.charCodeAt(position);
    return code === lineFeed || code === carriageReturn;
  }
}

/** The count of line ends in a text, as editors count them: CRLF is one. */
export const countLineEnds = (text: string): number => text.match(/\r\n|\r|\n/g)?.length ?? 0;

/** A text without its first lines, as editors count them. */
export function withoutLines(text: string, count: number): string {
  const lineEnds = text.matchAll(/\r\n|\r|\n/g).take(Math.max(0, count));
  const skipped = [...lineEnds].at(-1);
  return skipped ? text.slice(skipped.index + skipped[0].length) : text;
}

/** A transformation that leaves out the first lines of UTF-8 text, as editors count them, unlike the parser. */
export const skipLines = (count: number) =>
  async function* (content: AsyncIterable<Buffer | string>): AsyncGenerator<Buffer | string> {
    let remaining = count;
    let isAfterReturn = false;
    for await (const chunk of content) {
      if (remaining <= 0 && !isAfterReturn) {
        yield chunk;
        continue;
      }
      const bytes = Buffer.from(chunk);
      let offset = 0;
      for (; offset < bytes.length && (remaining > 0 || isAfterReturn); offset++) {
        const byte = bytes[offset];
        if (isAfterReturn && byte !== lineFeed && remaining <= 0) break;
        if (byte === carriageReturn || (byte === lineFeed && !isAfterReturn)) remaining--;
        isAfterReturn = byte === carriageReturn;
      }
      if (offset < bytes.length) isAfterReturn = false;
      yield bytes.subarray(offset);
    }
  };

/** Rows are counted with the header. */
const location = (row: number): string => `row ${row} (counting the header)`;

/** The message for a cell whose closing quote is missing. */
const quoteNotClosed = (row: number): string =>
  `${location(row)} has a quoted cell without a closing quote; check quotechar`;

/** The message for a record beyond the maximum size. */
const recordTooLarge = (row: number): string =>
  `${location(row)} is larger than ${formatByteSize(maxRecordSize)}; check separator and quotechar`;

/** The message for an error of csv-parse. The parser's line number is not used, because it counts CRLF in a quoted cell as two line ends. */
function describeCsvError(code: string, row: number): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return quoteNotClosed(row);
  if (code === 'CSV_MAX_RECORD_SIZE') return recordTooLarge(row);
  if (code === 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE')
    return `${location(row)} has text after the closing quote of a cell; check trim`;
  return `${location(row)} cannot be read as CSV`;
}
