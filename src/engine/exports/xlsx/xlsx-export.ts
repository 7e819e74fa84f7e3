import { fail } from '#kernel/fail.ts';
import type { ExportFormat, ExportSource } from '../export-format.ts';
import { ExportNotes } from '../export-notes.ts';
import { RowReader } from './row-reader.ts';
import { createCellWriters, textCell } from './xlsx-cells.ts';
import {
  contentTypes,
  packageRelations,
  sheetEnd,
  sheetPath,
  sheetStart,
  styles,
  workbook,
  workbookRelations,
} from './xlsx-parts.ts';
import { zipOf, type ZipPart } from './zip-of.ts';

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
