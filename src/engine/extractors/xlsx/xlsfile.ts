import type { Readable } from 'node:stream';
import type { FieldErrors } from '../../../kernel/fail.ts';
import type { ParamsOf } from '../../parameters/parameter.ts';
import type { DataRecord } from '../../records/record.ts';
import { defineExtractor, type Extraction } from '../extractor.ts';
import { extractFilename, withFilename } from '../extract-filename.ts';
import { TableRows } from '../table-rows.ts';
import { workbookRows } from './xlsx-file.ts';
import { guessWorkbook, workbookConfidence } from './xlsx-guess.ts';

const parameters = [
  {
    name: 'sheet',
    type: 'text',
    label: 'Sheet',
    description: 'The name of the sheet; the first that has rows when empty.',
    isMandatory: false,
    default: '',
    impactsGuessedParameters: true,
  },
  {
    name: 'first_row_no',
    type: 'int',
    label: 'First row',
    description: 'The number of the row to begin with, from 1; empty rows are left out.',
    isMandatory: false,
    default: '1',
  },
  {
    name: 'headers_first_row',
    type: 'boolean',
    label: 'Headers in the first row',
    description: 'The first row holds the names of the fields.',
    isMandatory: false,
    default: 'true',
  },
  extractFilename,
] as const;

type WorkbookParams = ParamsOf<typeof parameters>;

const check = ({ first_row_no }: WorkbookParams): FieldErrors =>
  first_row_no < 1 ? { first_row_no: ['Count rows from 1.'] } : {};

async function* extract(
  content: Readable,
  params: WorkbookParams,
  { filename, columns, signal }: Extraction,
): AsyncGenerator<DataRecord[]> {
  columns.typeByValue();
  const table = new TableRows(columns, params.headers_first_row);
  try {
    for await (const all of workbookRows(content, params.sheet, signal)) {
      const lines = all.filter(({ number }) => number >= params.first_row_no).map(({ cells }) => cells);
      for (const rows of table.of(lines)) yield withFilename(rows, params.extract_filename, filename, columns);
    }
  } finally {
    content.destroy();
  }
}

/** A workbook of the kind XLSX (ECMA-376), one sheet of it. */
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
