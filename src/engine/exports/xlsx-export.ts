import { fail } from '#kernel/fail.ts';
import {
  cellTextOf,
  type ExportColumn,
  type ExportFormat,
  ExportNotes,
  type ExportOptions,
  type ExportSource,
} from './export-format.ts';
import {
  cellStyles,
  contentTypes,
  packageRelations,
  sheetEnd,
  sheetPath,
  sheetStart,
  styles,
  workbook,
  workbookRelations,
  zipOf,
  type ZipPart,
} from './xlsx-parts.ts';
import { isJsonObject, type Json, type JsonObject, parseJson } from '#kernel/json.ts';
import { forbiddenInXml } from './xml-text.ts';

/** The limits of Excel: the rows of a sheet with its header, and its columns. */
const maxRows = 1_048_576;
const maxColumns = 16_384;

/** Creates the format. Its sheets have at most `limit` rows with their headers. */
export const createXlsxExport = (limit: number): ExportFormat => ({
  description: 'A workbook with typed cells; records beyond 1,048,575 are in more sheets.',
  mediaType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  extension: 'xlsx',
  needsGeometry: false,
  async *write(source) {
    if (source.columns.length > maxColumns)
      fail('EXPORT_NOT_POSSIBLE', { reason: 'a sheet of a workbook has at most 16,384 columns' });
    yield* zipOf(partsOf(source, limit));
  },
});

/** An Office Open XML workbook. A last sheet, Notes, reports which texts were cut. */
export const xlsxExport = createXlsxExport(maxRows);

/** The parts of a workbook. The parts that list the sheets come after the sheets. */
async function* partsOf(source: ExportSource, limit: number): AsyncGenerator<ZipPart> {
  const notes = new ExportNotes();
  const rows = new RowReader(source.rows);
  try {
    yield { name: '_rels/.rels', content: [packageRelations] };
    yield { name: 'xl/styles.xml', content: [styles] };
    const names: string[] = [];
    do {
      names.push(`Sheet${String(names.length + 1)}`);
      yield { name: sheetPath(names.length), content: recordsSheet(source, rows, { notes, limit }) };
    } while (await rows.hasMore());
    if (notes.sentences.length > 0) {
      names.push('Notes');
      yield { name: sheetPath(names.length), content: notesSheet(notes) };
    }
    yield { name: 'xl/workbook.xml', content: [workbook(names)] };
    yield { name: 'xl/_rels/workbook.xml.rels', content: [workbookRelations(names.length)] };
    yield { name: '[Content_Types].xml', content: [contentTypes(names.length)] };
  } finally {
    await rows.close();
  }
}

/** A sheet with the header and the next rows, in pieces. */
async function* recordsSheet(
  { columns, options }: ExportSource,
  rows: RowReader,
  { notes, limit }: { readonly notes: ExportNotes; readonly limit: number },
): AsyncGenerator<string> {
  const writers = createCellWriters(columns, options, notes);
  const header = columns.map(({ name, label }) => (options.hasLabels ? label : name));
  yield (
    sheetStart +
    rowOf(
      1,
      writers.map(({ column }, index) => textCell(`${column}1`, header[index] ?? '')),
    )
  );
  for (let next = 2; next <= limit;) {
    const taken = await rows.take(limit - next + 1);
    if (taken.length === 0) break;
    const first = next;
    yield taken
      .map((row, index) => {
        const number = first + index;
        return rowOf(
          number,
          writers.map(({ name, column, write }) => write(`${column}${String(number)}`, row[name] ?? null)),
        );
      })
      .join('');
    next += taken.length;
  }
  yield sheetEnd;
}

const notesSheet = ({ sentences }: ExportNotes): string[] => [
  sheetStart,
  ...sentences.map((sentence, index) => rowOf(index + 1, [textCell(`A${String(index + 1)}`, sentence)])),
  sheetEnd,
];

const rowOf = (number: number, cells: readonly string[]): string =>
  `<row r="${String(number)}">${cells.join('')}</row>`;

/** Regroups rows: callers take any number of rows, whatever the size of the batches. */
class RowReader {
  readonly #batches: AsyncIterator<readonly string[]>;
  #pending: readonly string[] = [];

  /** The rows are JSON objects as text, in batches. */
  constructor(batches: AsyncIterable<readonly string[]>) {
    this.#batches = batches[Symbol.asyncIterator]();
  }

  /** Whether rows remain. */
  async hasMore(): Promise<boolean> {
    while (this.#pending.length === 0) {
      const next = await this.#batches.next();
      if (next.done) return false;
      this.#pending = next.value;
    }
    return true;
  }

  /** Takes the next rows, at most `limit`; none at the end. */
  async take(limit: number): Promise<readonly JsonObject[]> {
    await this.hasMore();
    const taken = this.#pending.slice(0, limit);
    this.#pending = this.#pending.slice(limit);
    return taken.map((text) => {
      const row = parseJson(text);
      return isJsonObject(row) ? row : {};
    });
  }

  /** Ends the source of the rows, even when rows remain. */
  async close(): Promise<void> {
    await this.#batches.return?.();
  }
}

/** The maximum number of characters of a cell in Excel. */
const maxTextLength = 32_767;

/** A column of a sheet. */
interface CellWriter {
  /** The key of the value in the row's JSON. */
  readonly name: string;
  /** The letters of the column, such as `AB`. */
  readonly column: string;
  /** Writes a value as the cell at a place such as `AB12`. Null has no cell, so nothing is written for it. */
  readonly write: (place: string, value: Json) => string;
}

/** Creates the writers of the columns. Texts that are cut are counted in `notes`. */
const createCellWriters = (
  columns: readonly ExportColumn[],
  options: Pick<ExportOptions, 'listSeparator'>,
  notes: ExportNotes,
): CellWriter[] =>
  columns.map((column, index) => ({
    name: column.name,
    column: lettersOf(index),
    write: createCellWriter(column, cellTextOf(column, options), notes),
  }));

/** The letters of a column: A to Z, then AA. */
const lettersOf = (index: number): string =>
  (index < 26 ? '' : lettersOf(Math.floor(index / 26) - 1)) + String.fromCharCode(65 + (index % 26));

/** Writes the values of a column. A number that a double would round and a date that Excel lacks become texts. */
function createCellWriter(
  { name, type }: ExportColumn,
  textOf: (value: Json) => string,
  notes: ExportNotes,
): CellWriter['write'] {
  const serialOf = type === 'date' ? serialOfDate : type === 'datetime' ? serialOfDatetime : undefined;
  const style = String(type === 'date' ? cellStyles.date : cellStyles.datetime);
  return (place, value) => {
    if (value === null) return '';
    if (typeof value === 'number') return `<c r="${place}"><v>${String(value)}</v></c>`;
    if (typeof value === 'boolean') return `<c r="${place}" t="b"><v>${value ? '1' : '0'}</v></c>`;
    const text = textOf(value);
    const serial = serialOf?.(text);
    if (serial !== undefined) return `<c r="${place}" s="${style}"><v>${String(serial)}</v></c>`;
    if (text.length > maxTextLength) notes.count(`Texts of ${name} cut to 32,767 characters`);
    return textCell(place, text);
  };
}

/** A cell with a text, which is cut to the limit of Excel. */
const textCell = (place: string, text: string): string =>
  `<c r="${place}" t="inlineStr"><is><t xml:space="preserve">${escapeCellText(cut(text))}</t></is></c>`;

/** Cuts a text at the limit, never inside a surrogate pair. */
function cut(text: string): string {
  if (text.length <= maxTextLength) return text;
  const isInPair = (text.codePointAt(maxTextLength - 1) ?? 0) > 0xffff;
  return text.slice(0, isInPair ? maxTextLength - 1 : maxTextLength);
}

const escaped = new RegExp(`_(?=x[\\dA-Fa-f]{4})|[&<>\\r]|${forbiddenInXml.source}`, 'gu');

/**
 * Escapes a text for a cell. A character that XML cannot hold becomes `_xHHHH_` (ST_Xstring in ECMA-376). So does an
 * underscore that readers would otherwise take for the start of such an escape.
 */
export const escapeCellText = (text: string): string =>
  /[^\t\n\u0020-\u0025\u0027-\u003b\u003d\u003f-\u005e\u0060-\ud7ff]/.test(text)
    ? text.replace(escaped, (character) => entities[character] ?? `_x${hexOf(character)}_`)
    : text;

const entities: Readonly<Record<string, string>> = Object.freeze({ '&': '&amp;', '<': '&lt;', '>': '&gt;' });

const hexOf = (character: string): string => character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0');

const msPerDay = 86_400_000;
/**
 * The serial numbers of 1970-01-01, of 1900-03-01 and of 10000-01-01. Serial numbers before March 1900 are shifted, because
 * Excel counts a 29 February 1900, which never existed.
 */
const [epoch, firstDay, endOfDays] = [25_569, 61, 2_958_466];

/** The serial number of a whole date. */
const serialOfDate = (text: string): number | undefined =>
  /^\d{4}-\d\d-\d\d$/.test(text) ? serialOf(Date.parse(text)) : undefined;

/** The serial number of a local date and time, without its offset. */
function serialOfDatetime(text: string): number | undefined {
  const shown = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?)(?:Z|[+-][\d:]+)$/.exec(text)?.[1];
  return shown === undefined ? undefined : serialOf(Date.parse(`${shown}Z`));
}

function serialOf(time: number): number | undefined {
  const serial = time / msPerDay + epoch;
  return serial >= firstDay && serial < endOfDays ? serial : undefined;
}
