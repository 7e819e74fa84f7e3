import { Readable } from 'node:stream';
import { localEntryNames } from '#engine/archives/zip-local-entry.ts';
import { writeTemporaryFile } from '#engine/datasource/temporary-file.ts';
import type { RawParams } from '#engine/parameters/parameter.ts';
import { isOpenDocument, recogniseFormat } from '#engine/datasource/recognise-format.ts';
import type { Sample } from '../extractor.ts';
import { maxWholeFileSize } from '../batches/limits.ts';
import { openWorkbook, visibleSheets } from './open-workbook.ts';
import { locateTable, type XlsxTable } from './xlsx-table.ts';

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
