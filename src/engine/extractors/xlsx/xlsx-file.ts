import { addAbortSignal } from 'node:stream';
import { fail } from '../../../kernel/fail.ts';
import type { TemporaryFile } from '../../../platform/storage/temporary-file.ts';
import { ByteBudget } from '../../archives/byte-budget.ts';
import { ZipArchive } from '../../archives/zip-archive.ts';
import { readSheetRows, type SheetRow } from './xlsx-rows.ts';
import { readWorkbook, type Sheet, type Workbook } from './xlsx-workbook.ts';

/** The first bytes of a workbook from before 2007, and of a workbook that a password protects. */
const oleSignature = Buffer.from([0xd0, 0xcf, 0x11, 0xe0]);

/** Whether bytes are the beginning of a workbook in the old .xls format. */
export const isOldWorkbook = (beginning: Buffer): boolean => beginning.subarray(0, 4).equals(oleSignature);

/** An XLSX workbook on disk. The caller closes the file. */
export class XlsxFile {
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
    if (isOldWorkbook(await file.read(0, 4)))
      fail('EXTRACTION_FAILED', {
        reason:
          'the workbook is in the old .xls format or protected by a password; save it as .xlsx without a password',
      });
    const workbook = await readWorkbook(await openArchive(file));
    if (workbook.sheets.length === 0)
      fail('EXTRACTION_FAILED', { reason: 'the archive is not a workbook: it has no sheets' });
    return new XlsxFile(file, workbook, signal);
  }

  /** The sheets that are not hidden, in the order of their tabs. */
  get visibleSheets(): readonly Sheet[] {
    return this.#workbook.sheets.filter(({ isVisible }) => isVisible);
  }

  /** Finds a sheet by its name, hidden sheets included. Fails EXTRACTION_FAILED when there is no such sheet. */
  findSheet(name: string): Sheet {
    const { sheets } = this.#workbook;
    const names = sheets.slice(0, 20).map((sheet) => sheet.name);
    return (
      sheets.find((sheet) => sheet.name === name) ??
      fail('EXTRACTION_FAILED', { reason: `there is no sheet ${name}; the sheets are ${names.join(', ')}` })
    );
  }

  /** Streams the non-empty rows of a sheet in batches; a batch may be empty. Each call has its own byte budget. */
  async *readRows({ path }: Sheet): AsyncGenerator<SheetRow[]> {
    const cells = await (await openArchive(this.#file)).read(path);
    if (!cells) return;
    if (this.#signal) addAbortSignal(this.#signal, cells);
    yield* readSheetRows(cells, this.#workbook);
  }
}

const openArchive = (file: TemporaryFile): Promise<ZipArchive> =>
  ZipArchive.open(file, new ByteBudget(() => file.size));
