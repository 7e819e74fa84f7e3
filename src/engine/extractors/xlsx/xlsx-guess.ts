import { Readable } from 'node:stream';
import { localEntryNames } from '#engine/archives/zip-archive.ts';
import { writeTemporaryFile } from '#engine/datasource/datasource.ts';
import type { RawParams } from '#engine/parameters.ts';
import { isOpenDocument, recogniseFormat } from '#engine/datasource/recognise-format.ts';
import type { Sample } from '../extractor.ts';
import { isHeader, maxWholeFileSize } from '../batches.ts';
import { openWorkbook, visibleSheets } from './open-workbook.ts';
import type { Sheet, SheetRow, WorkbookFile } from './xlsx-workbook.ts';

/** Whether the archive with these entries is a workbook, or an OpenDocument file, which may be one. */
export const isWorkbookArchive = (names: readonly string[]): boolean =>
  isOpenDocument(names) || (names.includes('[Content_Types].xml') && names.some((name) => name.startsWith('xl/')));

/** The media type of an OpenDocument file is in its archive uncompressed. */
const isOpenDocumentSpreadsheet = (archive: Buffer): boolean =>
  /vnd\.oasis\.opendocument\.([\w-]*)/.exec(archive.toString('latin1'))?.[1]?.startsWith('spreadsheet') === true;

/** How likely the sample is a workbook, by its first bytes or the names in its archive. */
export function workbookConfidence({ bytes, filename }: Sample): number {
  const names = localEntryNames(bytes);
  if (names.some((name) => name.startsWith('xl/'))) return 0.98;
  if (isOpenDocument(names)) return isOpenDocumentSpreadsheet(bytes) ? 0.98 : 0;
  if (recogniseFormat(bytes)?.kind !== 'spreadsheet') return 0;
  // The first bytes of .xls are those of any document of its time.
  return bytes[0] === 0xd0 && !/\.xls$/i.test(filename) ? 0.1 : 0.95;
}

/**
 * The sheet and the first row of the table, as an extraction without parameters locates them. The sheet is named unless it is the first
 * visible one. When the workbook cannot be read as a whole, the parameters stay empty and the extraction locates the table itself.
 */
export async function guessWorkbook(sample: Sample): Promise<RawParams> {
  const found = await locateIn(sample);
  if (!found) return { sheet: '', extract_filename: false };
  const { sheet, firstRow, hasHeader, isFirst } = found;
  return {
    sheet: isFirst ? '' : sheet.name,
    first_row_no: firstRow,
    headers_first_row: hasHeader,
    extract_filename: false,
  };
}

/** Locates the table of a sample. A truncated sample is read as a whole source, because the directory of an archive is at its end. */
async function locateIn(sample: Sample): Promise<(XlsxTable & { readonly isFirst: boolean }) | undefined> {
  const content = sample.truncated ? await sample.openStream?.() : Readable.from([sample.bytes]);
  if (!content) return undefined;
  try {
    const file = await writeTemporaryFile(content, maxWholeFileSize);
    try {
      const workbook = await openWorkbook(file);
      const table = await locateTable(workbook).finally(() => workbook.close());
      return table && { ...table, isFirst: table.sheet === visibleSheets(workbook)[0] };
    } finally {
      await file.close();
    }
  } catch (error) {
    // A failure of the content, such as a lost connection or an abort, is not an error of the workbook.
    if (content.errored) throw error;
    return undefined;
  } finally {
    content.destroy();
  }
}

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
