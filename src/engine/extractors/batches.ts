import type { Readable } from 'node:stream';
import { type DataRecord, estimateSize, textOf, type Value } from '../records/record.ts';
import { fail } from '#kernel/fail.ts';
import { formatByteSize } from '#kernel/text.ts';
import type { Columns } from '../records/columns.ts';

/**
 * Reads an object stream in arrays of the items that are ready, at most `size`. A batch holds at most the items that one
 * chunk of input produced. Iterating over the stream itself would be slower, because it awaits a promise for each item. The
 * stream is destroyed when the loop ends.
 */
export async function* readBatches<T>(stream: Readable, size: number): AsyncGenerator<T[]> {
  let wake = (): void => undefined;
  const onEvent = (): void => wake();
  for (const event of ['readable', 'end', 'error', 'close']) stream.on(event, onEvent);
  try {
    for (;;) {
      const batch: T[] = [];
      while (batch.length < size) {
        const item = stream.read() as T | null;
        if (item === null) break;
        batch.push(item);
      }
      if (batch.length > 0) {
        yield batch;
        continue;
      }
      if (stream.errored) throw stream.errored;
      if (stream.readableEnded) return;
      if (stream.destroyed) throw new Error('The stream was closed before its end.');
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
  } finally {
    stream.destroy();
  }
}

/** Maps items to records, in batches that end early where records are large. */
export async function* batchBySize<T>(
  items: Iterable<T> | AsyncIterable<T>,
  toRecord: (item: T) => DataRecord,
): AsyncGenerator<DataRecord[]> {
  let batch: DataRecord[] = [];
  let size = 0;
  for await (const item of items) {
    const record = toRecord(item);
    size += estimateSize(record);
    if (batch.push(record) < maxBatchRecords && size < maxBatchBytes) continue;
    yield batch;
    batch = [];
    size = 0;
  }
  if (batch.length > 0) yield batch;
}

/** The maximum number of records of one batch. */
export const maxBatchRecords = 500;

/** The maximum number of cells of one batch, because even a short line becomes a record with all columns of its table. */
const maxBatchCells = 50_000;

/** The number of characters of input after which a batch is yielded, even if it has few records. */
export const maxBatchCharacters = 1024 * 1024;

/** The size in bytes after which a batch is yielded: in some formats, a few bytes become a large record. */
export const maxBatchBytes = 2 * 1024 * 1024;

/** The maximum size of a record, in bytes or characters. A larger record means a wrong format or hostile input. */
export const maxRecordSize = 8 * 1024 * 1024;

/** The maximum size of a file of a format that cannot be streamed, in bytes. */
export const maxWholeFileSize = 64 * 2 ** 20;

const lineFeed = 10;
const carriageReturn = 13;

/** Passes chunks on. Fails EXTRACTION_FAILED when a line is longer than a record may be. */
export async function* limitLineLength(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let lineLength = 0;
  for await (const chunk of content) {
    const lineEnd = Math.max(chunk.lastIndexOf(lineFeed), chunk.lastIndexOf(carriageReturn));
    lineLength = lineEnd === -1 ? lineLength + chunk.length : chunk.length - lineEnd;
    if (lineLength > maxRecordSize) {
      fail('EXTRACTION_FAILED', { reason: `a line is longer than ${formatByteSize(maxRecordSize)}` });
    }
    yield chunk;
  }
}

/** Passes chunks on. Fails EXTRACTION_FAILED beyond `maxBytes`. */
export async function* limitBytes(content: AsyncIterable<Buffer>, maxBytes = maxWholeFileSize): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > maxBytes)
      fail('EXTRACTION_FAILED', {
        reason: `the file is larger than ${formatByteSize(maxBytes)}, the limit of this format`,
      });
    yield chunk;
  }
}

/** The cells of one line of a table; missing cells and "" are null. */
type Cells = readonly (Value | undefined)[];

/**
 * Converts the lines of a table to records. A line with more cells than columns adds columns named `column_` and their number. A column
 * to the left of the header, as in a sheet whose table begins elsewhere, is added with its first cell.
 */
export class TableRecords {
  readonly #columns: Columns;
  /** The names of columns by position; undefined for a column that has not been added. */
  readonly #names: (string | undefined)[] = [];
  #expectsHeader: boolean;

  constructor(columns: Columns, hasHeader: boolean) {
    this.#columns = columns;
    this.#expectsHeader = hasHeader;
  }

  /** The records of the next lines in batches, without the header. */
  *toRecords(lines: readonly Cells[]): Generator<DataRecord[]> {
    const [first] = lines;
    const start = this.#expectsHeader && first ? 1 : 0;
    if (start > 0) this.nameColumns(first);
    const batchLength = Math.min(maxBatchRecords, Math.ceil(maxBatchCells / (this.#names.length + 1)));
    for (let offset = start; offset < lines.length; offset += batchLength)
      yield lines.slice(offset, offset + batchLength).map(this.toRecord);
  }

  /** Names the columns. */
  nameColumns(header: Cells = []): void {
    // A row of a sheet may be a sparse array, whose gaps `map` would skip.
    for (const cell of header) {
      const isLeftOfTable = cell === undefined && this.#names.at(-1) === undefined;
      this.#names.push(isLeftOfTable ? undefined : this.#columns.add(textOf(cell)));
    }
    this.#expectsHeader = false;
  }

  /** The record of a line that is not the header. */
  readonly toRecord = (cells: Cells): DataRecord => {
    const names = this.#names;
    const record: DataRecord = {};
    for (let position = 0; position < names.length || position < cells.length; position++) {
      const cell = cells[position];
      let name = names[position];
      if (name === undefined) {
        if (cell === undefined) continue;
        name = names[position] = this.#columns.add(`column_${position + 1}`);
      }
      record[name] = cell === undefined || cell === '' ? null : cell;
    }
    return record;
  };
}

/** Whether the cells of a row, of which none is empty, are names: texts, possibly with years. */
export const isHeader = (cells: readonly (Value | undefined)[]): boolean =>
  cells.every((cell) => typeof cell === 'string' || isYear(cell)) && cells.some((cell) => typeof cell === 'string');

const isYear = (cell: unknown): boolean =>
  typeof cell === 'number' && Number.isInteger(cell) && cell >= 1800 && cell < 2100;
