import { fail } from '#kernel/fail.ts';
import { isZip } from '#engine/archives/packed-format.ts';
import { recogniseFormat } from '#engine/datasource/recognise-format.ts';
import type { TemporaryFile } from '#platform/storage/temporary-file.ts';
import type { Sheet, SheetRow, WorkbookFile } from './xlsx-workbook.ts';
import { openArchive, XlsxFile } from './xlsx-file.ts';
import { extname } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { formatByteSize } from '#kernel/text.ts';
import type { ZipArchive } from '#engine/archives/zip-archive.ts';
import { limitBytes } from '../batches.ts';
import { ReaderThread } from '../reader-thread.ts';
import type { SpreadsheetAnswer, SpreadsheetContent, SpreadsheetRequest } from './spreadsheet-worker.ts';

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

/** The maximum size of a file, or of the unpacked cells of an OpenDocument file, in bytes. A thread keeps all cells in memory. */
const maxSize = 64 * 2 ** 20;

const worker = new URL(`spreadsheet-worker${extname(import.meta.url)}`, import.meta.url);

/** A workbook of any format but XLSX, which a library reads as a whole, in a thread of limited memory and time. */
class SpreadsheetFile implements WorkbookFile {
  readonly sheets: readonly Sheet[];
  readonly #thread: ReaderThread<SpreadsheetRequest, SpreadsheetAnswer>;
  readonly #signal: AbortSignal | undefined;

  private constructor(
    thread: ReaderThread<SpreadsheetRequest, SpreadsheetAnswer>,
    sheets: readonly Sheet[],
    signal: AbortSignal | undefined,
  ) {
    this.#thread = thread;
    this.sheets = sheets;
    this.#signal = signal;
  }

  /** Opens a workbook that is one file. Fails EXTRACTION_FAILED for any other file. */
  static async open(file: TemporaryFile, signal?: AbortSignal): Promise<SpreadsheetFile> {
    if (file.size > maxSize) failTooLarge();
    return SpreadsheetFile.#read({ descriptor: file.descriptor, size: file.size }, signal);
  }

  /** Opens the OpenDocument file that an archive holds. Fails EXTRACTION_FAILED for any other archive. */
  static async openDocument(archive: ZipArchive, signal?: AbortSignal): Promise<SpreadsheetFile> {
    const cells = await archive.read('content.xml');
    if (!cells) return fail('EXTRACTION_FAILED', { reason: 'the archive is not an OpenDocument file' });
    return SpreadsheetFile.#read({ openDocument: await buffer(limitBytes(cells, maxSize)) }, signal);
  }

  static async #read(content: SpreadsheetContent, signal: AbortSignal | undefined): Promise<SpreadsheetFile> {
    const thread = new ReaderThread<SpreadsheetRequest, SpreadsheetAnswer>(worker, content, {
      name: 'workbook',
      advice: 'save it as .xlsx',
    });
    try {
      const answer = await thread.request('sheets', signal);
      const sheets = answer && 'sheets' in answer ? answer.sheets : [];
      return new SpreadsheetFile(thread, sheets, signal);
    } catch (error) {
      await thread.close();
      throw error;
    }
  }

  async *readRows({ path }: Sheet): AsyncGenerator<SheetRow[]> {
    for (let from = 0; ;) {
      const answer = await this.#thread.request({ sheet: Number(path), from }, this.#signal);
      if (!answer || !('rows' in answer)) return;
      yield answer.rows;
      from = answer.next;
    }
  }

  async close(): Promise<void> {
    await this.#thread.close();
  }
}

const failTooLarge = (): never =>
  fail('EXTRACTION_FAILED', {
    reason: `the workbook is larger than ${formatByteSize(maxSize)}, the limit of this format; save it as .xlsx`,
  });
