import { fail } from '#kernel/fail.ts';
import { isZip } from '#engine/archives/detect-compression.ts';
import { recogniseFormat } from '#engine/datasource/recognise-format.ts';
import type { TemporaryFile } from '#platform/storage/temporary-file.ts';
import { SpreadsheetFile } from './spreadsheet-file.ts';
import type { Sheet, WorkbookFile } from './workbook-file.ts';
import { openArchive, XlsxFile } from './xlsx-file.ts';

/** Opens a workbook of any format. Aborting `signal` stops `readRows`. Fails EXTRACTION_FAILED for any other file. */
export async function openWorkbook(file: TemporaryFile, signal?: AbortSignal): Promise<WorkbookFile> {
  const workbook = await openAnyWorkbook(file, signal);
  if (workbook.sheets.length > 0) return workbook;
  await workbook.close();
  return fail('EXTRACTION_FAILED', { reason: 'the file is not a workbook: it has no sheets' });
}

async function openAnyWorkbook(file: TemporaryFile, signal: AbortSignal | undefined): Promise<WorkbookFile> {
  const beginning = await file.read(0, beginningLength);
  if (recogniseFormat(beginning)?.kind === 'spreadsheet' && !isZip(beginning))
    return SpreadsheetFile.open(file, signal);
  const archive = await openArchive(file);
  return archive.entries.some(({ name }) => name === 'content.xml')
    ? SpreadsheetFile.openDocument(archive, signal)
    : XlsxFile.open(file, signal);
}

/** How many bytes tell the formats apart. */
const beginningLength = 512;

/** The sheets that are not hidden. */
export const visibleSheets = ({ sheets }: WorkbookFile): readonly Sheet[] =>
  sheets.filter(({ isVisible }) => isVisible);

/** Finds a sheet by its name, hidden sheets included. Fails EXTRACTION_FAILED when there is no such sheet. */
export function findSheet({ sheets }: WorkbookFile, name: string): Sheet {
  const names = sheets.slice(0, 20).map((sheet) => sheet.name);
  return (
    sheets.find((sheet) => sheet.name === name) ??
    fail('EXTRACTION_FAILED', { reason: `there is no sheet ${name}; the sheets are ${names.join(', ')}` })
  );
}
