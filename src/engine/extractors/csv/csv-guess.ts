import { guessEncoding } from '../../encodings/guess-encoding.ts';
import type { RawParams } from '../../parameters/parameter.ts';
import type { Sample } from '../extractor.ts';
import { isConsistent, parseSample, decodeSample, separatorLine, type ParsedSample } from './csv-dialect.ts';
import { countLineEnds } from './csv-lines.ts';

const isNumber = (cell: string): boolean => /^[-+]?[\d.,\s]+%?$/.test(cell);
const isDate = (cell: string): boolean => /^\d{4}[-/]\d{1,2}[-/]\d{1,2}|^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}/.test(cell);
const isName = (cell: string): boolean => cell.trim() !== '' && !isNumber(cell) && !isDate(cell);

const isYear = (cell: string): boolean => /^(1[89]|20)\d\d$/.test(cell);
const isFilled = (cell: string): boolean => cell.trim() !== '';

/** Whether the first cell of a column is its name: it is neither a number nor a date, and all other cells are. */
const isColumnName = (first: string, others: readonly string[]): boolean =>
  isName(first) && others.length > 0 && others.every((cell) => isNumber(cell) || isDate(cell));

/**
 * Whether cells are a header. All must be names or years. In addition they must all differ, or at least one must be the name of a column
 * of numbers or dates.
 */
function isHeader(cells: readonly string[], records: readonly (readonly string[])[]): boolean {
  const filled = cells.filter(isFilled);
  if (!filled.some(isName) || !filled.every((cell) => isName(cell) || isYear(cell))) return false;
  if (new Set(filled).size === filled.length) return true;
  const columnAt = (position: number) => records.map((record) => record[position] ?? '').filter(isFilled);
  return cells.some((cell, position) => isColumnName(cell, columnAt(position)));
}

/** The line at which a record begins, from 1: the first line after the previous record and the empty lines behind that record. */
function lineOf(text: string, { ends }: ParsedSample, record: number): number {
  const bytes = Buffer.from(text);
  const end = ends[record - 1] ?? 0;
  const [emptyLines = ''] = /^[\r\n]*/.exec(bytes.toString('utf8', end)) ?? [];
  return countLineEnds(bytes.toString('utf8', 0, end) + emptyLines) + 1;
}

/** Guesses the parameters that read the sample: encoding, separator, quote, where the table begins and whether it has a header. */
export function guessCsv(sample: Sample): RawParams {
  const encoding = guessEncoding(sample.bytes, sample.truncated);
  const text = decodeSample(sample, encoding);
  const parsed = parseSample(text, sample.filename);
  const { separator, quotechar, doublequote, trim, records, width } = parsed;
  const first = separatorLine.test(text) ? 1 : 0;
  const start = Math.max(
    first,
    records.findIndex((record, index) => index >= first && record.length === width),
  );
  return {
    separator,
    quotechar,
    escapechar: '\\',
    doublequote,
    encoding,
    first_row_no: start === 0 ? 1 : lineOf(text, parsed, start),
    ...(trim && { trim }),
    headers_first_row: isHeader(records[start] ?? [], records.slice(start + 1)),
    extract_filename: false,
  };
}

/** Whether the text has more control and replacement characters than real text has. */
const isBinary = (text: string): boolean =>
  (text.match(/[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/g)?.length ?? 0) > text.length / 100;

/** How likely the sample is CSV: by its name, its media type, and whether a separator splits it evenly. */
export function csvConfidence(sample: Sample): number {
  const text = decodeSample(sample, guessEncoding(sample.bytes, sample.truncated));
  if (text === '' || isBinary(text)) return 0;
  const isNamed =
    /\.(csv|tsv|tab)$/i.test(sample.filename) || /^text\/(csv|tab-separated-values)/.test(sample.mimetype ?? '');
  if (/^\s*[[{<]/.test(text)) return isNamed ? 0.3 : 0.05;
  if (isConsistent(parseSample(text, sample.filename))) return isNamed ? 0.95 : 0.6;
  return isNamed ? 0.8 : 0.2;
}
