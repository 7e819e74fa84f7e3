import { formatByteSize } from '#kernel/text.ts';
import { maxRecordSize } from '../batches/limits.ts';

/** Rows are counted with the header. */
const location = (row: number): string => `row ${row} (counting the header)`;

/** The message for a cell whose closing quote is missing. */
export const quoteNotClosed = (row: number): string =>
  `${location(row)} has a quoted cell without a closing quote; check quotechar`;

/** The message for a record beyond the maximum size. */
export const recordTooLarge = (row: number): string =>
  `${location(row)} is larger than ${formatByteSize(maxRecordSize)}; check separator and quotechar`;

/** The message for an error of csv-parse. The parser's line number is not used, because it counts CRLF in a quoted cell as two line ends. */
export function describeCsvError(code: string, row: number): string {
  if (code === 'CSV_QUOTE_NOT_CLOSED') return quoteNotClosed(row);
  if (code === 'CSV_MAX_RECORD_SIZE') return recordTooLarge(row);
  if (code === 'CSV_NON_TRIMABLE_CHAR_AFTER_CLOSING_QUOTE')
    return `${location(row)} has text after the closing quote of a cell; check trim`;
  return `${location(row)} cannot be read as CSV`;
}
