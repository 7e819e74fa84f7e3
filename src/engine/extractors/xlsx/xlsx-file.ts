import { addAbortSignal, type Readable } from 'node:stream';
import type { TemporaryFile } from '#platform/storage/temporary-file.ts';
import { ByteBudget } from '#engine/archives/inflate.ts';
import { ZipArchive } from '#engine/archives/zip-archive.ts';
import {
  decodeCellText,
  formatNumber,
  readWorkbook,
  type Sheet,
  type SheetRow,
  type Workbook,
  type WorkbookFile,
} from './xlsx-workbook.ts';
import { fail } from '#kernel/fail.ts';
import type { Value } from '#engine/records/record.ts';
import { attributeOf, localName, readXmlEvents } from '../xml/xml-reader.ts';

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

/** The maximum number of columns of a workbook. */
const maxColumns = 16_384;

/** Reads the rows of a sheet, a batch for each chunk of the content; a batch may be empty. The value of a formula is its cached result; an error is null. */
async function* readSheetRows(content: Readable, workbook: Workbook): AsyncGenerator<SheetRow[]> {
  let number = 0;
  let cells: Value[] = [];
  let cell: Cell | undefined;
  let text = '';
  const openNames: string[] = [];
  for await (const events of readXmlEvents(content)) {
    const rows: SheetRow[] = [];
    for (const event of events) {
      if (event.kind === 'open') {
        const name = localName(event.name);
        openNames.push(name);
        if (name === 'row') {
          number = rowNumber(attributeOf(event, 'r'), number);
          cells = [];
        }
        if (name === 'c')
          cell = {
            column: columnOf(attributeOf(event, 'r'), cells.length),
            type: attributeOf(event, 't') ?? 'n',
            style: Number(attributeOf(event, 's') ?? 0),
            text: '',
          };
      } else if (event.kind === 'text') {
        // A cell shows its value (`v`) or inline text (`t`). Formulas and phonetic readings (`rPh`) are left out.
        if (cell && (openNames.at(-1) === 'v' || openNames.at(-1) === 't') && !openNames.includes('rPh'))
          text += event.text;
      } else {
        const name = openNames.pop();
        if (cell && text !== '') {
          // Escapes are decoded in each run separately, because an escape never spans two runs of a text.
          cell.text += decodeCellText(text);
          text = '';
        }
        if (name === 'c' && cell) {
          const value = valueOf(cell, workbook);
          if (value !== null) cells[cell.column] = value;
          cell = undefined;
        }
        if (name === 'row' && cells.length > 0) rows.push({ number, cells });
      }
    }
    yield rows;
  }
}

/** The cell that is being read. */
interface Cell {
  readonly column: number;
  readonly type: string;
  readonly style: number;
  text: string;
}

/** The number of a row as the file states it, else the number after the previous row. */
function rowNumber(written: string | undefined, previous: number): number {
  const number = Number(written);
  return Number.isSafeInteger(number) && number > 0 ? number : previous + 1;
}

/** The column, from 0, of a reference such as `AB12`. A cell without a reference is in the next column. */
function columnOf(reference: string | undefined, next: number): number {
  const letters = /^\$?([A-Z]{1,8})/i.exec(reference ?? '')?.[1]?.toUpperCase();
  const column =
    letters === undefined
      ? next
      : Array.from(letters).reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1;
  return column < maxColumns
    ? column
    : fail('EXTRACTION_FAILED', { reason: `the sheet has a cell beyond column ${maxColumns}` });
}

const plainNumber = { kind: 'number' } as const;

/** The value of a cell by its type: e is an error, s a shared text, b a boolean, n a number (ECMA-376 part 1, 18.18.11). */
function valueOf({ type, style, text }: Cell, { sharedTexts, numberFormats, is1904 }: Workbook): Value {
  if (text === '' || type === 'e') return null;
  if (type === 's') return sharedTexts[Number(text)] || null;
  if (type === 'b') return text.trim() === '1' || text.trim() === 'true';
  const number = Number(text);
  return type === 'n' && Number.isFinite(number)
    ? formatNumber(numberFormats[style] ?? plainNumber, number, is1904)
    : text;
}
