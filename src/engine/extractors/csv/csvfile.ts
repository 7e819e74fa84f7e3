import type { Readable } from 'node:stream';
import type { FieldErrors } from '#kernel/fail.ts';
import type { ParamsOf } from '#engine/parameters.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { isSupportedEncoding, offeredEncodings, toUtf8 } from '#engine/encodings/text-encoding.ts';
import { readCsvLines, skipLines } from './read-csv-lines.ts';
import { completeCsv, csvConfidence, guessCsv } from './csv-guess.ts';
import { defineExtractor, type Extraction } from '../extractor.ts';
import { archiveFile, extractFilename, withFilename } from '../extraction.ts';
import { limitLineLength, TableRecords } from '../batches.ts';

const parameters = [
  {
    name: 'separator',
    type: 'text',
    label: 'Separator',
    description: 'The character between two cells, or several characters.',
    isMandatory: true,
    default: ',',
    hasImpactOnGuesses: true,
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
    hasImpactOnGuesses: true,
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
    hasImpactOnGuesses: false,
  },
  extractFilename,
  archiveFile,
] as const;

const maxSeparatorLength = 10;

type CsvParams = ParamsOf<typeof parameters>;

function check(params: CsvParams): FieldErrors {
  const errors: Record<string, string[]> = {};
  if (params.separator.length > maxSeparatorLength || /[\r\n]/.test(params.separator))
    errors['separator'] = [`Give 1 to ${maxSeparatorLength} characters, no line end.`];
  for (const name of ['quotechar', 'escapechar'] as const) {
    if (Array.from(params[name]).length > 1 || /[\r\n]/.test(params[name]))
      errors[name] = ['Give one character or none.'];
  }
  if (params.quotechar !== '' && params.separator.includes(params.quotechar))
    errors['quotechar'] = ['Give a character that the separator does not have.'];
  if (!isSupportedEncoding(params.encoding)) errors['encoding'] = ['Give a known encoding, such as utf-8.'];
  if (params.first_row_no < 1) errors['first_row_no'] = ['Count rows from 1.'];
  return errors;
}

async function* extract(
  content: Readable,
  params: CsvParams,
  { filename, columns, losses }: Extraction,
): AsyncGenerator<DataRecord[]> {
  const text = skipLines(params.first_row_no - 1)(toUtf8(params.encoding, losses)(limitLineLength(content)));
  const table = new TableRecords(columns, params.headers_first_row);
  try {
    for await (const lines of readCsvLines(text, params)) {
      for (const rows of table.toRecords(lines)) yield withFilename(rows, params.extract_filename, filename, columns);
    }
  } finally {
    content.destroy();
  }
}

/** Text with one record per line and cells separated by a character. */
export const csvfile = defineExtractor({
  type: 'csvfile',
  label: 'CSV file',
  parameters,
  extensions: ['csv', 'tsv', 'tab'],
  content: 'table',
  confidence: csvConfidence,
  guess: (sample) => guessCsv(sample),
  complete: completeCsv,
  check,
  extract,
});
