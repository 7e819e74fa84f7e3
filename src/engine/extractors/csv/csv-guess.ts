import { decodeText } from '#engine/encodings/text-encoding.ts';
import { guessEncoding } from '#engine/encodings/guess-encoding.ts';
import type { RawParams } from '#engine/parameters/parameter.ts';
import type { Completion, Sample } from '../extractor.ts';
import { memoizePerSample } from '../guessing/memoize-per-sample.ts';
import { isConsistent, parseSample, decodeSample, separatorLine, type ParsedSample } from './csv-dialect.ts';
import { countLineEnds, withoutLines } from './csv-lines.ts';

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

const encodingOf = memoizePerSample(({ bytes, truncated, language }) => guessEncoding(bytes, truncated, language));

/** The parameters that a caller may fix before the others are guessed. */
interface GivenParams {
  readonly encoding?: string;
  readonly separator?: string;
  readonly quotechar?: string;
  readonly firstRow?: number;
}

/** Guesses the parameters that read the sample: encoding, separator, quote, where the table begins and whether it has a header. */
export async function guessCsv(sample: Sample, given: GivenParams = {}): Promise<RawParams & { encoding: string }> {
  const encoding = given.encoding ?? (await encodingOf(sample)).encoding;
  const text = withoutLines(decodeSample(sample, encoding), (given.firstRow ?? 1) - 1);
  const parsed = parseSample(text, sample.filename, given);
  const { separator, quotechar, doublequote, trim, records, width } = parsed;
  const first = separatorLine.test(text) ? 1 : 0;
  const start = Math.max(
    first,
    records.findIndex((record, index) => index >= first && record.length === width),
  );
  // An extraction begins at the given line, whatever the line is.
  const header = given.firstRow === undefined ? start : 0;
  return {
    separator,
    quotechar,
    escapechar: '\\',
    doublequote,
    encoding,
    first_row_no: start === 0 ? 1 : lineOf(text, parsed, start),
    ...(trim && { trim }),
    headers_first_row: isHeader(records[header] ?? [], records.slice(header + 1)),
    extract_filename: false,
  };
}

/** Guesses the parameters that are not given, and doubts given ones that leave a single column or lose bytes. */
export async function completeCsv(params: RawParams, sample: Sample): Promise<Completion> {
  const { encoding, separator, quotechar, first_row_no: firstRow } = params;
  const given = {
    ...(typeof encoding === 'string' && { encoding: encoding.trim() }),
    ...(typeof separator === 'string' && { separator }),
    ...(typeof quotechar === 'string' && { quotechar }),
    ...(firstRow !== undefined && firstRow !== null && { firstRow: Number(firstRow) }),
  };
  const guessed = await guessCsv(sample, given);
  const { alternatives } = given.encoding === undefined ? await encodingOf(sample) : { alternatives: [] };
  return {
    guessed,
    alternatives: { encoding: alternatives },
    doubts: await doubtsOf(sample, given, guessed.encoding),
  };
}

async function doubtsOf(sample: Sample, { encoding, separator }: GivenParams, readAs: string): Promise<string[]> {
  const doubts: string[] = [];
  const text = separator === undefined ? '' : decodeSample(sample, readAs);
  if (separator !== undefined && parseSample(text, sample.filename, { separator }).width === 1) {
    const other = parseSample(text, sample.filename);
    if (isConsistent(other))
      doubts.push(
        `the separator ${JSON.stringify(separator)} leaves one column, and ${JSON.stringify(other.separator)} would split it into ${other.width}.`,
      );
  }
  if (encoding !== undefined && decodeText(sample.bytes, encoding).includes('\uFFFD')) {
    const suggested = (await encodingOf(sample)).encoding;
    if (suggested !== encoding.toLowerCase())
      doubts.push(`the content suggests the encoding ${suggested} in place of ${encoding}.`);
  }
  return doubts;
}

/** Whether the text has more control and replacement characters than real text has. */
const isBinary = (text: string): boolean =>
  (text.match(/[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/g)?.length ?? 0) > text.length / 100;

/** How likely the sample is CSV: by its name, its media type, and whether a separator splits it evenly. */
export async function csvConfidence(sample: Sample): Promise<number> {
  const text = decodeSample(sample, (await encodingOf(sample)).encoding);
  if (text === '' || isBinary(text)) return 0;
  const isNamed =
    /\.(csv|tsv|tab)$/i.test(sample.filename) || /^text\/(csv|tab-separated-values)/.test(sample.mimetype ?? '');
  if (/^\s*[[{<]/.test(text)) return isNamed ? 0.3 : 0.05;
  if (isConsistent(parseSample(text, sample.filename))) return isNamed ? 0.95 : 0.6;
  return isNamed ? 0.8 : 0.2;
}
