import { addAbortSignal } from 'node:stream';
import { fail } from '../../../kernel/fail.ts';
import { ByteBudget } from '../../archives/byte-budget.ts';
import { ZipArchive } from '../../archives/zip-archive.ts';
import { temporaryFile } from '../../datasource/temporary-file.ts';
import { sheetRows, type SheetRow } from './xlsx-rows.ts';
import { readWorkbook } from './xlsx-workbook.ts';

/** The beginning of workbooks from before 2007, and of those that are protected by a password. */
const compoundFile = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Whether bytes begin a workbook of the old kind. */
export const isOldWorkbook = (beginning: Buffer): boolean => beginning.subarray(0, 4).equals(compoundFile);

/**
 * The rows of one sheet of a workbook, in batches: of the sheet of this name, else of the first that is shown and has
 * any. The signal ends the reading. Fails EXTRACTION_FAILED when the content is no workbook of the kind XLSX.
 */
export async function* workbookRows(
  content: AsyncIterable<Buffer>,
  sheet: string,
  signal?: AbortSignal,
): AsyncGenerator<SheetRow[]> {
  const file = await temporaryFile(content);
  try {
    if (isOldWorkbook(await file.read(0, 4)))
      fail('EXTRACTION_FAILED', {
        reason: 'the workbook is of the old kind .xls, or protected by a password; save it as .xlsx without a password',
      });
    const archive = await ZipArchive.open(file, new ByteBudget(() => file.size));
    const workbook = await readWorkbook(archive);
    const names = workbook.sheets.map(({ name }) => name);
    if (names.length === 0) fail('EXTRACTION_FAILED', { reason: 'the archive is no workbook: it has no sheets' });
    if (sheet !== '' && !names.includes(sheet))
      fail('EXTRACTION_FAILED', { reason: `there is no sheet ${sheet}; there are ${names.slice(0, 20).join(', ')}` });
    for (const { path, name, isVisible } of workbook.sheets) {
      if (sheet === '' ? !isVisible : name !== sheet) continue;
      const cells = await archive.read(path);
      let hasRows = false;
      if (cells) {
        if (signal) addAbortSignal(signal, cells);
        for await (const rows of sheetRows(cells, workbook)) {
          hasRows = true;
          yield rows;
        }
      }
      if (hasRows) return;
    }
  } finally {
    await file.close();
  }
}
