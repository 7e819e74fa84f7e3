import { decodeText } from '#engine/encodings/text-encoding.ts';
import { guessEncoding } from '#engine/encodings/guess-encoding.ts';
import type { RawParams } from '#engine/parameters.ts';
import { type Completion, memoizePerSample, type Sample } from '../extractor.ts';
import { countLineEnds, withoutLines } from './read-csv-lines.ts';
import { parse } from 'csv-parse/sync';

const isNumber = (cell: string): boolean => /^[-+]?[\d.,\s]+%?$/.test(cell);
const isDate = (cell: string): boolean => /^\d{4}[-/]\d{1,2}[-/]\d{1,2}|^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}/.test(cell);
const isName = (cell: string): boolean => cell.trim() !== '' && !isNumber(cell) && !isDate(cell);

const isYear = (cell: string): boolean => /^(1[89]|20)\d\d$/.test(cell);
const isFilled = (cell: string): boolean => cell.trim() !== '';

/** Whether the first cell of a column is its name: it is neither a number nor a date, and all other cells are. */
const isColumnName = (first: string, others: readonly string[]): boolean =>
  isName(first) && others.length > 0 && others.every((cell) => isNumber(cell) || isDate(cell));

/** Whether cells are a header: all names or years, and all different or one the name of a column of numbers or dates. */
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

const commonSeparators = [',', ';', '\t', '|'];
const rareSeparators = ['^', '~', ':'];
/** Separators that are also written twice in a row, as one. */
const doubledSeparators = ['|', ':', '~', '^'];
const sampleLength = 65_536;

/** The sample as it is parsed in one dialect. */
interface ParsedSample {
  readonly separator: string;
  readonly quotechar: string;
  /** Whether quotes in quoted cells are doubled. */
  readonly doublequote: boolean;
  /** Whether spaces around cells are removed. */
  readonly trim: boolean;
  readonly records: readonly (readonly string[])[];
  /** The position at which each record ends, in bytes of the sample as UTF-8. */
  readonly ends: readonly number[];
  /** The number of cells that most records have. */
  readonly width: number;
  /** The fraction of records with this width, 0 to 1. */
  readonly consistency: number;
}

/** Decodes the beginning of a sample, and cuts it at its last line end when the source continues after it. */
function decodeSample(sample: Sample, encoding: string): string {
  const text = decodeText(sample.bytes, encoding).slice(0, sampleLength);
  const isWhole = !sample.truncated && text.length < sampleLength;
  const lastLineEnd = Math.max(text.lastIndexOf('\n'), text.lastIndexOf('\r'));
  return isWhole || lastLineEnd <= 0 ? text : text.slice(0, lastLineEnd + 1);
}

function mostFrequent(numbers: readonly number[]): { readonly number: number; readonly count: number } {
  const counts = new Map<number, number>();
  for (const number of numbers) counts.set(number, (counts.get(number) ?? 0) + 1);
  const [number = 0, count = 0] = [...counts].toSorted((a, b) => b[1] - a[1] || b[0] - a[0])[0] ?? [];
  return { number, count };
}

/** Parses the sample in a dialect. When spaces stand between separators and quotes, the spaces are removed if possible. */
function parseAs(text: string, separator: string, quotechar: string): ParsedSample {
  const dialect = { separator, quotechar, doublequote: !hasEscapedQuotes(text, quotechar) };
  const unparsed: ParsedSample = { ...dialect, trim: false, records: [], ends: [], width: 0, consistency: 0 };
  return (
    (hasSpacedQuotes(text, separator, quotechar) ? parseDialect(text, { ...dialect, trim: true }) : undefined) ??
    parseDialect(text, { ...dialect, trim: false }) ??
    unparsed
  );
}

/** The sample's records in a dialect; undefined where it cannot be parsed. */
function parseDialect(
  text: string,
  dialect: Pick<ParsedSample, 'separator' | 'quotechar' | 'doublequote' | 'trim'>,
): ParsedSample | undefined {
  const { separator, quotechar, doublequote, trim } = dialect;
  const ends: number[] = [];
  try {
    const records = parse(text, {
      bom: true,
      delimiter: separator,
      quote: quotechar === '' ? null : quotechar,
      escape: doublequote && quotechar !== '' ? quotechar : '\\',
      trim,
      record_delimiter: ['\r\n', '\n', '\r'],
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      on_record(record, info) {
        ends.push(info.bytes);
        return record;
      },
    });
    const { number: width, count } = mostFrequent(records.map((record) => record.length));
    return { ...dialect, records, ends, width, consistency: records.length === 0 ? 0 : count / records.length };
  } catch {
    return undefined;
  }
}

/** Whether there are spaces between a separator and a quote. */
function hasSpacedQuotes(text: string, separator: string, quotechar: string): boolean {
  if (quotechar === '') return false;
  const escaped = separator.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
  // Quotes that are doubled stand inside of a cell.
  return new RegExp(`${escaped} +${quotechar}(?!${quotechar})|(?<!${quotechar})${quotechar} +${escaped}`).test(text);
}

/** Whether quotes inside cells are escaped by backslashes and never doubled. */
function hasEscapedQuotes(text: string, quotechar: string): boolean {
  if (quotechar === '') return false;
  const cellCharacter = `[^,;\\t|\\r\\n${quotechar}\\\\]`;
  return (
    new RegExp(`\\\\${quotechar}${cellCharacter}`).test(text) &&
    !new RegExp(`${cellCharacter}${quotechar}${quotechar}`).test(text)
  );
}

/** The fraction of cells, 0 to 1, that no other separator would split; the comma of a decimal number is no separator. */
function unsplitFraction(records: readonly (readonly string[])[], separator: string): number {
  const cells = records.flat();
  const isSplit = (cell: string): boolean =>
    commonSeparators.some((other) => other !== separator && cell.includes(other)) && !/^-?\d+,\d+$/.test(cell);
  return cells.length === 0 ? 0 : 1 - cells.filter(isSplit).length / cells.length;
}

/** Scores a parsed sample: by its consistency, then by the cells that no other separator splits, then by its width. */
const scoreOf = ({ records, separator, width, consistency }: ParsedSample): number =>
  width > 1 ? consistency + unsplitFraction(records, separator) / 4 + Math.min(width, 50) / 1000 : 0;

/** Whether nearly all records have the same width, so that the text is a table. */
const isConsistent = ({ width, consistency }: ParsedSample): boolean => width > 1 && consistency > 0.9;

/** Whether every record has the same width. Chance hardly ever does that. */
const splitsAllAlike = ({ width, consistency, records }: ParsedSample): boolean =>
  width > 1 && consistency === 1 && records.length > 1;

/** Picks a tab that splits all records alike, because text has no tabs; else one of those that do; else the best one. */
function pickBest(candidates: readonly ParsedSample[]): ParsedSample | undefined {
  const alike = candidates.filter(splitsAllAlike);
  const eligible = alike.length > 0 ? alike : candidates;
  return alike.find(({ separator }) => separator === '\t') ?? eligible.toSorted((a, b) => scoreOf(b) - scoreOf(a))[0];
}

/** Whether every second cell of all records is empty: the separator is written twice. */
const isDoubled = ({ separator, width, records }: ParsedSample): boolean =>
  doubledSeparators.includes(separator) &&
  width > 2 &&
  records.every(
    (record) => record.length % 2 === 1 && record.every((cell, position) => position % 2 === 0 || cell === ''),
  );

/** The first line that declares the separator to spreadsheets: `sep=;`. */
const separatorLine = /^sep=(.{1,10}?)(\r\n|\r|\n)/i;

/** The parts of a dialect that are given. */
interface GivenDialect {
  readonly separator?: string;
  readonly quotechar?: string;
}

/** Parses a sample in the dialect that fits best: the given or declared separator, a tab for .tsv and .tab, then others. */
function parseSample(text: string, filename: string, given: GivenDialect = {}): ParsedSample {
  const quotechar = given.quotechar ?? guessQuote(text);
  const declared = given.separator ?? separatorLine.exec(text)?.[1];
  if (declared !== undefined) return parseAs(text, declared, quotechar);
  const parsed = parseUndeclared(text, filename, quotechar);
  return isDoubled(parsed) ? parseAs(text, parsed.separator.repeat(2), quotechar) : parsed;
}

function guessQuote(text: string): string {
  const hasDoubleQuotes = /(^|[,;\t|])"/m.test(text);
  return !hasDoubleQuotes && /(^|[,;\t|])'[^'\r\n]*'([,;\t|]|\r|$)/m.test(text) ? "'" : '"';
}

function parseUndeclared(text: string, filename: string, quotechar: string): ParsedSample {
  const byExtension = /\.(tsv|tab)$/i.test(filename) ? parseAs(text, '\t', quotechar) : undefined;
  if (byExtension && byExtension.width > 1) return byExtension;
  const common =
    pickBest(commonSeparators.map((separator) => parseAs(text, separator, quotechar))) ?? parseAs(text, ',', quotechar);
  if (isConsistent(common)) return common;
  // Rare separators also occur in times and names, so they must split every record.
  const rare = pickBest(rareSeparators.map((separator) => parseAs(text, separator, quotechar)).filter(splitsAllAlike));
  return rare ?? common;
}
