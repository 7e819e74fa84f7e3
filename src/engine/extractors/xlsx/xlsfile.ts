import type { Readable } from 'node:stream';
import type { FieldErrors } from '#kernel/fail.ts';
import type { TemporaryFile } from '#platform/storage/temporary-file.ts';
import { writeTemporaryFile } from '#engine/datasource/datasource.ts';
import type { ParamsOf } from '#engine/parameters.ts';
import type { DataRecord } from '#engine/records/record.ts';
import { defineExtractor, type GivenExtraction } from '../extractor.ts';
import { extractFilename, withFilename } from '../extraction.ts';
import { TableRecords } from '../batches.ts';
import { findSheet, openWorkbook } from './open-workbook.ts';
import type { WorkbookFile } from './xlsx-workbook.ts';
import { guessWorkbook, isWorkbookArchive, locateTable, workbookConfidence, type XlsxTable } from './xlsx-guess.ts';

const parameters = [
  {
    name: 'sheet',
    type: 'text',
    label: 'Sheet',
    description: 'The name of the sheet. When empty, the first visible sheet that holds a table is read.',
    isMandatory: false,
    default: '',
    hasImpactOnGuesses: true,
  },
  {
    name: 'first_row_no',
    type: 'int',
    label: 'First row',
    description:
      'The number of the row to begin with, from 1. When omitted or 0, reading begins with the first row of the table. Empty rows are left out.',
    isMandatory: false,
  },
  {
    name: 'headers_first_row',
    type: 'boolean',
    label: 'Headers in the first row',
    description:
      'Whether the first row holds the names of the fields. When this parameter and the first row are both omitted, the cells of the row decide.',
    isMandatory: false,
    default: 'true',
  },
  extractFilename,
] as const;

type WorkbookParams = ParamsOf<typeof parameters>;

const check = ({ first_row_no }: WorkbookParams): FieldErrors =>
  first_row_no < 0 ? { first_row_no: ['Count rows from 1, or give 0 to find the first row of the table.'] } : {};

async function* extract(
  content: Readable,
  params: WorkbookParams,
  extraction: GivenExtraction,
): AsyncGenerator<DataRecord[]> {
  try {
    const file = await writeTemporaryFile(content);
    try {
      yield* readRecords(file, params, extraction);
    } finally {
      await file.close();
    }
  } finally {
    content.destroy();
  }
}

async function* readRecords(
  file: TemporaryFile,
  params: WorkbookParams,
  { filename, columns, signal, givenParameters }: GivenExtraction,
): AsyncGenerator<DataRecord[]> {
  columns.typeByValue();
  const workbook = await openWorkbook(file, signal);
  try {
    const table = await tableOf(workbook, params, givenParameters.has('headers_first_row'));
    if (!table) return;
    const records = new TableRecords(columns, table.hasHeader);
    for await (const sheetRows of workbook.readRows(table.sheet)) {
      const rows = sheetRows.filter(({ number }) => number >= table.firstRow).map(({ cells }) => cells);
      for (const batch of records.toRecords(rows))
        yield withFilename(batch, params.extract_filename, filename, columns);
    }
  } finally {
    await workbook.close();
  }
}

/** The table that the parameters describe. What the parameters leave out is located in the workbook. */
async function tableOf(
  workbook: WorkbookFile,
  { sheet, first_row_no: firstRow, headers_first_row: hasHeader }: WorkbookParams,
  isHeaderGiven: boolean,
): Promise<XlsxTable | undefined> {
  const named = sheet === '' ? undefined : findSheet(workbook, sheet);
  if (named && firstRow > 0) return { sheet: named, firstRow, hasHeader };
  const located = await locateTable(workbook, named);
  if (firstRow > 0) return located && { sheet: located.sheet, firstRow, hasHeader };
  return located && { ...located, hasHeader: isHeaderGiven ? hasHeader : located.hasHeader };
}

/** One sheet of a workbook: XLSX (ECMA-376), .xls, OpenDocument, Excel 2003 XML or SYLK. */
export const xlsfile = defineExtractor({
  type: 'xlsfile',
  label: 'Excel workbook',
  parameters,
  extensions: ['xlsx', 'xlsm', 'xls', 'ods', 'fods', 'slk'],
  ownsArchive: isWorkbookArchive,
  accepts: 'spreadsheet',
  confidence: workbookConfidence,
  guess: guessWorkbook,
  check,
  extract,
});
