import { pipeline, Readable } from 'node:stream';
import { StringDecoder } from 'node:string_decoder';
import { CsvError, parse } from 'csv-parse';
import { fail } from '#kernel/fail.ts';
import { maxBatchRecords, maxRecordSize } from '../batches/limits.ts';
import { readBatches } from '../batches/read-batches.ts';
import { describeCsvError } from './csv-errors.ts';
import { CsvSplitter } from './csv-splitter.ts';

/** How the cells of a CSV file are written. */
export interface CsvDialect {
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
