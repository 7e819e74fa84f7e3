import { addAbortSignal } from 'node:stream';
import type { TemporaryFile } from '#platform/storage/temporary-file.ts';
import { ByteBudget } from '#engine/archives/byte-budget.ts';
import { ZipArchive } from '#engine/archives/zip-archive.ts';
import { readSheetRows } from './xlsx-rows.ts';
import type { Sheet, SheetRow, WorkbookFile } from './workbook-file.ts';
import { readWorkbook, type Workbook } from './xlsx-workbook.ts';

/** An XLSX workbook, whose rows are read as a stream. */
export class XlsxFile implements WorkbookFile {
  readonly #file: TemporaryFile;
  readonly #workbook: Workbook;
  readonly #signal: AbortSignal | undefined;

  private constructor(file: TemporaryFile, workbook: Workbook, signal: AbortSignal | undefined) {
    this.#file = file;
    this.#workbook = workbook;
    this.#signal = signal;
  }

  /** Reads the workbook's structure. Aborting `signal` stops `readRows`. Fails EXTRACTION_FAILED for any other file. */
  static async open(file: TemporaryFile, signal?: AbortSignal): Promise<XlsxFile> {
    return new XlsxFile(file, await readWorkbook(await openArchive(file)), signal);
  }

  get sheets(): readonly Sheet[] {
    return this.#workbook.sheets;
  }

  /** Each call has its own byte budget. */
  async *readRows({ path }: Sheet): AsyncGenerator<SheetRow[]> {
    const cells = await (await openArchive(this.#file)).read(path);
    if (!cells) return;
    if (this.#signal) addAbortSignal(this.#signal, cells);
    yield* readSheetRows(cells, this.#workbook);
  }

  /** The file is closed by the caller of `open`. */
  close(): Promise<void> {
    return Promise.resolve();
  }
}

export const openArchive = (file: TemporaryFile): Promise<ZipArchive> =>
  ZipArchive.open(file, new ByteBudget(() => file.size));
