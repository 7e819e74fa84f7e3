import { Readable } from 'node:stream';
import { localEntryNames } from '../../archives/zip-local-entry.ts';
import { writeTemporaryFile } from '../../datasource/temporary-file.ts';
import type { RawParams } from '../../parameters/parameter.ts';
import type { Sample } from '../extractor.ts';
import { maxWholeFileSize } from '../batches/limits.ts';
import { isOldWorkbook, XlsxFile } from './xlsx-file.ts';
import { locateTable, type XlsxTable } from './xlsx-table.ts';

/** How likely the sample is a workbook, by the names in its archive. A workbook in the old format is recognised too, because the error of its extraction says what to do. */
export function workbookConfidence({ bytes, filename }: Sample): number {
  if (isOldWorkbook(bytes)) return /\.xls$/i.test(filename) ? 0.3 : 0.1;
  return localEntryNames(bytes).some((name) => name.startsWith('xl/')) ? 0.98 : 0;
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
      const workbook = await XlsxFile.open(file);
      const table = await locateTable(workbook);
      return table && { ...table, isFirst: table.sheet === workbook.visibleSheets[0] };
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
