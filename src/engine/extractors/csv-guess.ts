import { parse } from 'csv-parse/sync';
import type { RawParams } from '../parameters.ts';
import { decodeText, guessEncoding } from '../text-encoding.ts';
import type { Sample } from './extractor.ts';

const separators = [',', ';', '\t', '|'];
const sampleLength = 65_536;

/** The records of the sample as one dialect reads them. */
interface Reading {
  readonly separator: string;
  readonly quotechar: string;
  readonly records: readonly (readonly string[])[];
  /** The line that each record ends at, from 1. */
  readonly lines: readonly number[];
  /** The number of cells that most records have. */
  readonly width: number;
  /** The part of the records that have it, 0 to 1. */
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

function readAs(text: string, separator: string, quotechar: string): Reading {
  const lines: number[] = [];
  try {
    const records = parse(text, {
      bom: true, delimiter: separator, quote: quotechar, escape: quotechar,
      record_delimiter: ['\r\n', '\n', '\r'], relax_column_count: true, relax_quotes: true, skip_empty_lines: true,
      on_record(record, info) {
        lines.push(info.lines);
        return record;
      },
    });
    const { number: width, count } = mostFrequent(records.map((record) => record.length));
    return { separator, quotechar, records, lines, width, consistency: records.length === 0 ? 0 : count / records.length };
  } catch {
    return { separator, quotechar, records: [], lines, width: 0, consistency: 0 };
  }
}

const scoreOf = ({ width, consistency }: Reading): number => (width > 1 ? consistency + Math.min(width, 50) / 1000 : 0);

function bestReading(text: string): Reading {
  const hasDoubleQuotes = /(^|[,;\t|])"/m.test(text);
  const quotechar = !hasDoubleQuotes && /(^|[,;\t|])'[^'\r\n]*'([,;\t|]|\r|$)/m.test(text) ? '\'' : '"';
  const readings = separators.map((separator) => readAs(text, separator, quotechar));
  return readings.reduce((best, reading) => (scoreOf(reading) > scoreOf(best) ? reading : best));
}

const isName = (cell: string): boolean => cell.trim() !== '' && !/^[-+]?[\d.,\s]+%?$/.test(cell) && !/^\d{4}-\d{2}-\d{2}/.test(cell);

const isHeader = (cells: readonly string[]): boolean =>
  cells.some(isName) && new Set(cells.filter(Boolean)).size === cells.filter(Boolean).length
  && cells.every((cell) => cell.trim() === '' || isName(cell) || /^(1[89]|20)\d\d$/.test(cell));

/** Parameters that read the sample: encoding, separator, quote, where the table begins and whether it has a header. */
export function guessCsv(sample: Sample): RawParams {
  const encoding = guessEncoding(sample.bytes, sample.truncated);
  const { separator, quotechar, records, lines, width } = bestReading(textOf(sample, encoding));
  const start = Math.max(0, records.findIndex((record) => record.length === width));
  return {
    separator,
    quotechar,
    escapechar: '\\',
    doublequote: true,
    encoding,
    first_row_no: start === 0 ? 1 : lines[start] ?? 1,
    headers_first_row: isHeader(records[start] ?? []),
    extract_filename: false,
  };
}

/** How likely the sample is CSV: by its name, its media type, and whether some separator cuts it evenly. */
export function csvConfidence(sample: Sample): number {
  const encoding = guessEncoding(sample.bytes, sample.truncated);
  const text = textOf(sample, encoding);
  if (text.includes('\0')) return 0;
  const isNamed = /\.(csv|tsv|tab)$/i.test(sample.filename) || /^text\/(csv|tab-separated-values)/.test(sample.mimetype ?? '');
  if (/^\s*[[{<]/.test(text)) return isNamed ? 0.3 : 0.05;
  const even = scoreOf(bestReading(text)) > 0.9;
  if (isNamed) return even ? 0.95 : 0.8;
  return even ? 0.6 : 0.2;
}
