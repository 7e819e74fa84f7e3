import { Readable } from 'node:stream';
import { localNamesOf } from '../../archives/zip-local-entry.ts';
import type { RawParams } from '../../parameters/parameter.ts';
import type { Sample } from '../extractor.ts';
import { isOldWorkbook, workbookRows } from './xlsx-file.ts';
import type { SheetRow } from './xlsx-rows.ts';

/** Rows that tell where the table begins. */
const telling = 50;

/** How likely the sample is a workbook: by the names in its archive. One of the old kind is named for the sake of what its reading says. */
export function workbookConfidence({ bytes, filename }: Sample): number {
  if (isOldWorkbook(bytes)) return /\.xls$/i.test(filename) ? 0.3 : 0.1;
  return localNamesOf(bytes).some((name) => name.startsWith('xl/')) ? 0.98 : 0;
}

const given = ({ cells }: SheetRow): SheetRow['cells'] => cells.filter((cell) => cell !== undefined && cell !== null);

/** Where the table of the first sheet begins and whether it has a header; the first row, with one, of a workbook that is not whole. */
export async function guessWorkbook(sample: Sample): Promise<RawParams> {
  const rows = sample.truncated ? [] : await firstRows(sample.bytes);
  const width = Math.max(...rows.map((row) => given(row).length), 0);
  // A title above a table is alone in its row.
  const first = rows.find((row) => given(row).length > width / 2) ?? rows[0];
  const headers = first ? given(first) : [];
  return {
    sheet: '',
    first_row_no: first?.number ?? 1,
    headers_first_row:
      headers.every((cell) => typeof cell === 'string' || isYear(cell)) &&
      (headers.length === 0 || headers.some((cell) => typeof cell === 'string')),
    extract_filename: false,
  };
}

const isYear = (cell: unknown): boolean =>
  typeof cell === 'number' && Number.isInteger(cell) && cell >= 1800 && cell < 2100;

async function firstRows(bytes: Buffer): Promise<SheetRow[]> {
  const rows: SheetRow[] = [];
  try {
    for await (const batch of workbookRows(Readable.from([bytes]), '')) {
      rows.push(...batch);
      if (rows.length >= telling) break;
    }
  } catch {
    // The extraction will say what is wrong.
  }
  return rows.slice(0, telling);
}
