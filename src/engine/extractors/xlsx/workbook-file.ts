import type { Value } from '#engine/records/record.ts';

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  /** The path of its cells in an XLSX archive; its number in any other workbook. */
  readonly path: string;
  readonly isVisible: boolean;
}

/** A row of a sheet that is not empty. */
export interface SheetRow {
  /** The number of the row in the sheet, from 1. */
  readonly number: number;
  /** The values by column; null or missing where a cell is empty. */
  readonly cells: readonly (Value | undefined)[];
}

/** A workbook on disk. The caller closes it. */
export interface WorkbookFile {
  /** In the order of their tabs. */
  readonly sheets: readonly Sheet[];
  /** Streams the non-empty rows of a sheet in batches; a batch may be empty. */
  readRows(sheet: Sheet): AsyncGenerator<SheetRow[]>;
  close(): Promise<void>;
}
