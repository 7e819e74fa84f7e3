import { isHeader } from '../batches/is-header.ts';
import { visibleSheets } from './open-workbook.ts';
import type { SheetRow } from './workbook-file.ts';
import type { Sheet, WorkbookFile } from './workbook-file.ts';

/** Where the table of a workbook is. */
export interface XlsxTable {
  readonly sheet: Sheet;
  /** The number of the first row of the table, from 1. It is the header when the table has one. */
  readonly firstRow: number;
  readonly hasHeader: boolean;
}

/** The limits of the search for a table: sheets, rows of each sheet, and batches of each sheet, because a sheet may have only empty rows. */
const maxSheets = 20;
const maxRows = 50;
const maxBatches = 64;

/** A sheet with its first rows, and the number of these rows that are mostly filled. */
interface Candidate {
  readonly sheet: Sheet;
  readonly rows: readonly SheetRow[];
  readonly tableRows: number;
}

/**
 * Locates the table of a sheet. Without a sheet, the first visible sheet with a table is used. A table has several rows that are mostly
 * filled, while notes fill single cells. If no sheet has a table, the first sheet with rows is used; if no sheet has rows, the first
 * sheet. Undefined when no sheet is visible.
 */
export async function locateTable(workbook: WorkbookFile, sheet?: Sheet): Promise<XlsxTable | undefined> {
  const candidates: Candidate[] = [];
  for (const visibleSheet of sheet ? [sheet] : visibleSheets(workbook).slice(0, maxSheets)) {
    const rows = await firstRows(workbook, visibleSheet);
    if (rows.length === 0) continue;
    const candidate = { sheet: visibleSheet, rows, tableRows: countTableRows(rows) };
    if (isMostlyTable(candidate)) return tableOf(candidate);
    candidates.push(candidate);
  }
  const found = candidates.find(({ tableRows }) => tableRows > 1) ?? candidates[0];
  if (found) return tableOf(found);
  const [first = sheet] = visibleSheets(workbook);
  return first && { sheet: sheet ?? first, firstRow: 1, hasHeader: true };
}

async function firstRows(workbook: WorkbookFile, sheet: Sheet): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  let batches = 0;
  for await (const batch of workbook.readRows(sheet)) {
    rows.push(...batch.slice(0, maxRows - rows.length));
    batches++;
    if (rows.length >= maxRows || batches >= maxBatches) break;
  }
  return rows;
}

const filledCells = ({ cells }: SheetRow): SheetRow['cells'] =>
  cells.filter((cell) => cell !== undefined && cell !== null);

const widthOf = (rows: readonly SheetRow[]): number => Math.max(...rows.map((row) => filledCells(row).length), 0);

/** Counts the rows that fill more than half of the columns. A title above a table is alone in its row. */
function countTableRows(rows: readonly SheetRow[]): number {
  const width = widthOf(rows);
  return width < 2 ? 0 : rows.filter((row) => filledCells(row).length > width / 2).length;
}

/** Whether at least half of the first rows belong to a table. */
const isMostlyTable = ({ rows, tableRows }: Candidate): boolean => tableRows > 1 && tableRows >= rows.length / 2;

function tableOf({ sheet, rows }: Candidate): XlsxTable {
  const width = widthOf(rows);
  const first = rows.find((row) => filledCells(row).length > width / 2) ?? rows[0];
  return { sheet, firstRow: first?.number ?? 1, hasHeader: first !== undefined && isHeader(filledCells(first)) };
}
