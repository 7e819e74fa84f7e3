import type { Columns } from '#engine/records/columns.ts';
import { textOf, type DataRecord, type Value } from '#engine/records/record.ts';
import { maxBatchCells, maxBatchRecords } from './limits.ts';

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
