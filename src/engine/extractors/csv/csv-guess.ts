import { parse } from 'csv-parse/sync';
import type { RawParams } from '../../parameters/parameter.ts';
import { guessEncoding } from '../../encodings/guess-encoding.ts';
import { decodeText } from '../../encodings/text-encoding.ts';
import type { Sample } from '../extractor.ts';
import { countLineEnds } from './csv-lines.ts';

const commonSeparators = [',', ';', '\t', '|'];
const rareSeparators = ['^', '~', ':'];
const sampleLength = 65_536;

/** The records of the sample in one dialect. */
interface Reading {
  readonly separator: string;
  readonly quotechar: string;
  /** Whether quotes in quoted cells are doubled. */
  readonly doublequote: boolean;
  /** Whether spaces around cells are removed. */
  readonly trim: boolean;
  readonly records: readonly (readonly string[])[];
  /** The end of each record in the sample as UTF-8, in bytes. */
  readonly ends: readonly number[];
  /** The number of cells that most records have. */
  readonly width: number;
  /** The fraction of records with this width, 0 to 1. */
  readonly consistency: number;
}

function textOf(sample: Sample, encoding: string): string {
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

/** Reads the sample in a dialect; where there are spaces between separators and quotes, without them if possible. */
function readAs(text: string, separator: string, quotechar: string): Reading {
  const dialect = { separator, quotechar, doublequote: !isEscaped(text, quotechar) };
  const nothing: Reading = { ...dialect, trim: false, records: [], ends: [], width: 0, consistency: 0 };
  return (
    (isSpaced(text, separator, quotechar) ? readIn(text, { ...dialect, trim: true }) : undefined) ??
    readIn(text, { ...dialect, trim: false }) ??
    nothing
  );
}

/** The sample's records in a dialect; undefined where it cannot be parsed. */
function readIn(
  text: string,
  dialect: Pick<Reading, 'separator' | 'quotechar' | 'doublequote' | 'trim'>,
): Reading | undefined {
  const { separator, quotechar, doublequote, trim } = dialect;
  const ends: number[] = [];
  try {
    const records = parse(text, {
      bom: true,
      delimiter: separator,
      quote: quotechar,
      escape: doublequote ? quotechar : '\\',
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
function isSpaced(text: string, separator: string, quotechar: string): boolean {
  const cut = separator.replace(/[\\^$.*+?()[\]{}|]/, '\\$&');
  return new RegExp(`${cut} +${quotechar}|${quotechar} +${cut}`).test(text);
}

/** Whether quotes in cells are escaped by backslashes, and never doubled. */
function isEscaped(text: string, quotechar: string): boolean {
  const inside = `[^,;\\t|\\r\\n${quotechar}\\\\]`;
  return (
    new RegExp(`\\\\${quotechar}${inside}`).test(text) && !new RegExp(`${inside}${quotechar}${quotechar}`).test(text)
  );
}

/** The fraction of cells, 0 to 1, that no other separator would split; decimal commas do not count. */
function wholeness(records: readonly (readonly string[])[], separator: string): number {
  const cells = records.flat();
  const isCut = (cell: string): boolean =>
    commonSeparators.some((other) => other !== separator && cell.includes(other)) && !/^-?\d+,\d+$/.test(cell);
  return cells.length === 0 ? 0 : 1 - cells.filter(isCut).length / cells.length;
}

const scoreOf = ({ records, separator, width, consistency }: Reading): number =>
  width > 1 ? consistency + wholeness(records, separator) / 4 + Math.min(width, 50) / 1000 : 0;

/** Whether nearly all records have the same width, so that the text is a table. */
const isEven = ({ width, consistency }: Reading): boolean => width > 1 && consistency > 0.9;

const best = (readings: readonly Reading[]): Reading | undefined =>
  readings.toSorted((a, b) => scoreOf(b) - scoreOf(a))[0];

/** The first line that declares the separator to spreadsheets: `sep=;`. */
const separatorLine = /^sep=(.)(\r\n|\r|\n)/i;

function bestReading(text: string, filename: string): Reading {
  const hasDoubleQuotes = /(^|[,;\t|])"/m.test(text);
  const quotechar = !hasDoubleQuotes && /(^|[,;\t|])'[^'\r\n]*'([,;\t|]|\r|$)/m.test(text) ? "'" : '"';
  const declaredSeparator = separatorLine.exec(text);
  if (declaredSeparator?.[1] !== undefined) return readAs(text, declaredSeparator[1], quotechar);
  const first = /\.(tsv|tab)$/i.test(filename) ? readAs(text, '\t', quotechar) : undefined;
  if (first && first.width > 1) return first;
  const common =
    best(commonSeparators.map((separator) => readAs(text, separator, quotechar))) ?? readAs(text, ',', quotechar);
  if (isEven(common)) return common;
  // Separators that also occur in times and names must split every record.
  const other = best(
    rareSeparators
      .map((separator) => readAs(text, separator, quotechar))
      .filter(({ consistency, records }) => consistency === 1 && records.length > 1),
  );
  return other && other.width > 1 ? other : common;
}

const isNumber = (cell: string): boolean => /^[-+]?[\d.,\s]+%?$/.test(cell);
const isDate = (cell: string): boolean => /^\d{4}[-/]\d{1,2}[-/]\d{1,2}|^\d{1,2}[-/.]\d{1,2}[-/.]\d{4}/.test(cell);
const isName = (cell: string): boolean => cell.trim() !== '' && !isNumber(cell) && !isDate(cell);

/** Whether the first cell of a column is a name, as it is neither a number nor a date while the others are. */
const namesOthers = (name: string, others: readonly string[]): boolean =>
  isName(name) && others.length > 0 && others.every((cell) => isNumber(cell) || isDate(cell));

function isHeader(cells: readonly string[], others: readonly (readonly string[])[]): boolean {
  const given = cells.filter((cell) => cell.trim() !== '');
  if (!given.some(isName) || !given.every((cell) => isName(cell) || /^(1[89]|20)\d\d$/.test(cell))) return false;
  return (
    new Set(given).size === given.length ||
    cells.some((cell, position) =>
      namesOthers(
        cell,
        others.map((row) => row[position] ?? '').filter((other) => other.trim() !== ''),
      ),
    )
  );
}

/** The line at which a record begins, from 1: that after the record before and the empty lines between the two. */
function lineOf(text: string, { ends }: Reading, record: number): number {
  const bytes = Buffer.from(text);
  const end = ends[record - 1] ?? 0;
  const [emptyLines = ''] = /^[\r\n]*/.exec(bytes.toString('utf8', end)) ?? [];
  return countLineEnds(bytes.toString('utf8', 0, end) + emptyLines) + 1;
}

/** Parameters that read the sample: encoding, separator, quote, where the table begins and whether it has a header. */
export function guessCsv(sample: Sample): RawParams {
  const encoding = guessEncoding(sample.bytes, sample.truncated);
  const text = textOf(sample, encoding);
  const reading = bestReading(text, sample.filename);
  const { separator, quotechar, doublequote, trim, records, width } = reading;
  const first = separatorLine.test(text) ? 1 : 0;
  const start = Math.max(
    first,
    records.findIndex((record, at) => at >= first && record.length === width),
  );
  return {
    separator,
    quotechar,
    escapechar: '\\',
    doublequote,
    encoding,
    first_row_no: start === 0 ? 1 : lineOf(text, reading, start),
    ...(trim && { trim }),
    headers_first_row: isHeader(records[start] ?? [], records.slice(start + 1)),
    extract_filename: false,
  };
}

/** Whether the text has more control and replacement characters than chance explains. */
const isBinary = (text: string): boolean =>
  (text.match(/[\0-\x08\x0e-\x1a\x1c-\x1f\ufffd]/g)?.length ?? 0) > text.length / 100;

/** How likely the sample is CSV: by its name, its media type, and whether a separator splits it evenly. */
export function csvConfidence(sample: Sample): number {
  const text = textOf(sample, guessEncoding(sample.bytes, sample.truncated));
  if (text === '' || isBinary(text)) return 0;
  const isNamed =
    /\.(csv|tsv|tab)$/i.test(sample.filename) || /^text\/(csv|tab-separated-values)/.test(sample.mimetype ?? '');
  if (/^\s*[[{<]/.test(text)) return isNamed ? 0.3 : 0.05;
  if (isEven(bestReading(text, sample.filename))) return isNamed ? 0.95 : 0.6;
  return isNamed ? 0.8 : 0.2;
}
