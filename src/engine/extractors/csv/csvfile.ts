import { pipeline, type Readable } from 'node:stream';
import { CsvError, parse } from 'csv-parse';
import { fail, type FieldErrors } from '../../../kernel/fail.ts';
import { formatByteSize } from '../../../kernel/text.ts';
import { readBatches } from '../batches/read-batches.ts';
import type { ParamsOf } from '../../parameters/parameter.ts';
import type { DataRecord } from '../../records/record.ts';
import { isSupportedEncoding, offeredEncodings } from '../../encodings/known-encodings.ts';
import { toUtf8 } from '../../encodings/text-encoding.ts';
import { skipLines } from './csv-lines.ts';
import { csvConfidence, guessCsv } from './csv-guess.ts';
import { defineExtractor, type Extraction } from '../extractor.ts';
import { extractFilename, withFilename } from '../extraction/filename-parameter.ts';
import { maxBatchRecords, maxRecordSize, limitLineLength } from '../batches/limits.ts';
import { TableRecords } from '../batches/table-records.ts';

const parameters = [
  {
    name: 'separator',
    type: 'text',
    label: 'Separator',
    description: 'The character between two cells.',
    isMandatory: true,
    default: ',',
    impactsGuessedParameters: true,
  },
  {
    name: 'escapechar',
    type: 'text',
    label: 'Escape character',
    description: 'Precedes a quote inside a quoted cell when quotes are not doubled.',
    isMandatory: false,
    default: '\\',
  },
  {
    name: 'quotechar',
    type: 'text',
    label: 'Quote character',
    description: 'Encloses cells that contain separators; none when empty.',
    isMandatory: false,
    default: '"',
  },
  {
    name: 'doublequote',
    type: 'boolean',
    label: 'Double quotes',
    description:
      'A quote inside a quoted cell is written twice; the escape character is then a character like any other.',
    isMandatory: false,
    default: 'true',
  },
  {
    name: 'encoding',
    type: 'text',
    label: 'Encoding',
    description: 'The character encoding, such as utf-8 or windows-1252.',
    isMandatory: false,
    default: 'utf-8',
    trim: 'true',
    choices: offeredEncodings,
    acceptsOthers: true,
    impactsGuessedParameters: true,
  },
  {
    name: 'first_row_no',
    type: 'int',
    label: 'First row',
    description: 'The number of the line to begin with, from 1, as an editor counts lines.',
    isMandatory: false,
    default: '1',
  },
  {
    name: 'headers_first_row',
    type: 'boolean',
    label: 'Headers in the first row',
    description: 'The first row holds the names of the fields.',
    isMandatory: false,
    default: 'true',
  },
  {
    name: 'trim',
    type: 'boolean',
    label: 'Trim cells',
    description: 'Removes spaces around cells, quoted cells included.',
    isMandatory: false,
    default: 'false',
    impactsGuessedParameters: false,
  },
  extractFilename,
] as const;

type CsvParams = ParamsOf<typeof parameters>;

function check(params: CsvParams): FieldErrors {
  const errors: Record<string, string[]> = {};
  if (Array.from(params.separator).length !== 1 || /[\r\n]/.test(params.separator))
    errors['separator'] = ['Give one character, not a line end.'];
  for (const name of ['quotechar', 'escapechar'] as const) {
    if (Array.from(params[name]).length > 1 || /[\r\n]/.test(params[name]))
      errors[name] = ['Give one character or none.'];
  }
  if (params.quotechar !== '' && params.quotechar === params.separator)
    errors['quotechar'] = ['Give a character other than the separator.'];
  if (!isSupportedEncoding(params.encoding)) errors['encoding'] = ['Give a known encoding, such as utf-8.'];
  if (params.first_row_no < 1) errors['first_row_no'] = ['Count rows from 1.'];
  return errors;
}

function createParser(params: CsvParams) {
  const quote = params.quotechar === '' ? null : params.quotechar;
  const escape = params.doublequote ? quote : params.escapechar;
  return parse({
    bom: true,
    delimiter: params.separator,
    quote,
    escape: escape === null || escape === '' ? false : escape,
    max_record_size: maxRecordSize,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    trim: params.trim,
  });
}

async function* extract(
  content: Readable,
  params: CsvParams,
  { filename, columns, losses }: Extraction,
): AsyncGenerator<DataRecord[]> {
  const parser = createParser(params);
  // An error of any stream ends the parser, and is thrown where its records are read.
  pipeline(
    content,
    limitLineLength,
    toUtf8(params.encoding, losses),
    skipLines(params.first_row_no - 1),
    parser,
    () => undefined,
  );
  const table = new TableRecords(columns, params.headers_first_row);
  try {
    for await (const lines of readBatches<string[]>(parser, maxBatchRecords)) {
      for (const rows of table.toRecords(lines)) yield withFilename(rows, params.extract_filename, filename, columns);
    }
  } catch (error) {
    if (error instanceof CsvError) fail('EXTRACTION_FAILED', { reason: describeError(error, parser.info.records + 1) });
    throw error;
  } finally {
    content.destroy();
  }
}

/** The error and its row, for the message. The parser's line number is not used, because it counts CRLF in a quoted cell as two line ends. */
function describeError(error: CsvError, row: number): string {
  const location = `row ${row} (counting the header)`;
  if (error.code === 'CSV_QUOTE_NOT_CLOSED')
    return `${location} has a quoted cell without a closing quote; check quotechar`;
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return `${location} is larger than ${formatByteSize(maxRecordSize)}; check separator and quotechar`;
  if (error.code === 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE')
    return `${location} has text after the closing quote of a cell; check trim`;
  return `${location} cannot be read as CSV`;
}

/** Text with one record per line and cells separated by a character. */
export const csvfile = defineExtractor({
  type: 'csvfile',
  label: 'CSV file',
  parameters,
  extensions: ['csv', 'tsv', 'tab'],
  content: 'table',
  confidence: csvConfidence,
  guess: guessCsv,
  check,
  extract,
});
