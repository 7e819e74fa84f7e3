import type { Readable } from 'node:stream';
import type { FieldErrors } from '../../../kernel/fail.ts';
import { writeTemporaryFile } from '../../datasource/temporary-file.ts';
import type { ParamsOf } from '../../parameters/parameter.ts';
import type { DataRecord } from '../../records/record.ts';
import { defineExtractor, type GivenExtraction } from '../extractor.ts';
import { extractFilename, withFilename } from '../extraction/filename-parameter.ts';
import { TableRecords } from '../batches/table-records.ts';
import { XlsxFile } from './xlsx-file.ts';
import { guessWorkbook, workbookConfidence } from './xlsx-guess.ts';
import { locateTable, type XlsxTable } from './xlsx-table.ts';

const parameters = [
  {
    name: 'sheet',
    type: 'text',
    label: 'Sheet',
    description: 'The name of the sheet. When empty, the first visible sheet that holds a table is read.',
    isMandatory: false,
    default: '',
    impactsGuessedParameters: true,
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
  { filename, columns, signal, givenParameters }: GivenExtraction,
): AsyncGenerator<DataRecord[]> {
  columns.typeByValue();
  try {
    const file = await writeTemporaryFile(content);
    try {
      const workbook = await XlsxFile.open(file, signal);
      const table = await tableOf(workbook, params, givenParameters.has('headers_first_row'));
      if (!table) return;
      const records = new TableRecords(columns, table.hasHeader);
      for await (const sheetRows of workbook.readRows(table.sheet)) {
        const rows = sheetRows.filter(({ number }) => number >= table.firstRow).map(({ cells }) => cells);
        for (const batch of records.toRecords(rows))
          yield withFilename(batch, params.extract_filename, filename, columns);
      }
    } finally {
      await file.close();
    }
  } finally {
    content.destroy();
  }
}

/** The table that the parameters describe. What the parameters leave out is located in the workbook. */
async function tableOf(
  workbook: XlsxFile,
  { sheet, first_row_no: firstRow, headers_first_row: hasHeader }: WorkbookParams,
  isHeaderGiven: boolean,
): Promise<XlsxTable | undefined> {
  const named = sheet === '' ? undefined : workbook.findSheet(sheet);
  if (named && firstRow > 0) return { sheet: named, firstRow, hasHeader };
  const located = await locateTable(workbook, named);
  if (firstRow > 0) return located && { sheet: located.sheet, firstRow, hasHeader };
  return located && { ...located, hasHeader: isHeaderGiven ? hasHeader : located.hasHeader };
}

/** One sheet of an XLSX workbook (ECMA-376). */
export const xlsfile = defineExtractor({
  type: 'xlsfile',
  label: 'Excel workbook',
  parameters,
  extensions: ['xlsx', 'xlsm'],
  ownsArchive: (names) => names.includes('[Content_Types].xml') && names.some((name) => name.startsWith('xl/')),
  confidence: workbookConfidence,
  guess: guessWorkbook,
  check,
  extract,
});
