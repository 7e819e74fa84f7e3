import { isUtf8 } from 'node:buffer';
import { workerData } from 'node:worker_threads';
import { read, set_cptable, type CellObject, type WorkBook } from '@e965/xlsx';
import * as codePages from '@e965/xlsx/dist/cpexcel.full.mjs';
import type { Value } from '#engine/records/record.ts';
import { answerRequests, type OpenFile, readBytes } from '../reader-thread.ts';
import { formatNumber, type NumberFormat, parseNumberFormat, type Sheet, type SheetRow } from './xlsx-workbook.ts';

/** What the thread reads: a file, or the cells of an OpenDocument file (`content.xml`). */
export type SpreadsheetContent = OpenFile | { readonly openDocument: Uint8Array };

/** Asks for the sheets, or for rows of a sheet from a position. */
export type SpreadsheetRequest = 'sheets' | { readonly sheet: number; readonly from: number };

/** The sheets; the next rows that are not empty, with the position after them; or null after the last row. */
export type SpreadsheetAnswer =
  { readonly sheets: readonly Sheet[] } | { readonly rows: SheetRow[]; readonly next: number } | null;

/** The limits of one answer. */
const maxRows = 500;
const maxCells = 50_000;

// Files from before 1997 name a code page.
set_cptable(codePages);

const content = workerData as SpreadsheetContent;
const isOpenDocument = 'openDocument' in content;
let opened: WorkBook | undefined;

/** The workbook, which the first request reads. */
const openOnce = (): WorkBook => (opened ??= openWorkbook());

function openWorkbook(): WorkBook {
  const options = { dense: true, cellNF: true, cellText: false, cellFormula: false, cellHTML: false };
  if (!isOpenDocument) {
    const bytes = textOrBytes(readBytes(content));
    return read(bytes, { ...options, type: typeof bytes === 'string' ? 'string' : 'array' });
  }
  // The library recognises the cells outside of their archive by the name that a flat file gives them.
  const xml = Buffer.from(content.openDocument).toString('utf8').replaceAll(':document-content', ':document');
  return read(xml, { ...options, type: 'string' });
}

/** A SYLK file does not state its encoding, which is UTF-8 or windows-1252. The library decodes all other formats. */
function textOrBytes(bytes: Uint8Array): string | Uint8Array {
  const beginning = Buffer.from(bytes.subarray(0, 2)).toString('latin1');
  if (beginning !== 'ID') return bytes;
  return new TextDecoder(isUtf8(bytes) ? 'utf-8' : 'windows-1252').decode(bytes);
}

const listSheets = ({ SheetNames, Workbook }: WorkBook): Sheet[] =>
  SheetNames.map((name, index) => ({
    name,
    path: String(index),
    isVisible: (Workbook?.Sheets?.[index]?.Hidden ?? 0) === 0,
  }));

const formats = new Map<string, NumberFormat>();

function formatOf(code: string): NumberFormat {
  const known = formats.get(code) ?? parseNumberFormat(0, code);
  formats.set(code, known);
  return known;
}

function valueOf({ t: type, v: value, z: code }: CellObject, is1904: boolean): Value {
  if (type === 'b') return value === true;
  if (type === 's') return typeof value === 'string' && value !== '' ? value : null;
  if (type !== 'n' || typeof value !== 'number' || !Number.isFinite(value)) return null;
  const format = formatOf(typeof code === 'string' ? code : 'General');
  // OpenDocument states what a value is; the format of a date may leave out its time.
  const isDateTime = isOpenDocument && format.kind === 'date' && !Number.isInteger(value);
  return formatNumber(isDateTime ? { kind: 'datetime' } : format, value, is1904);
}

function readRows({ Sheets, SheetNames, Workbook }: WorkBook, sheet: number, from: number): SpreadsheetAnswer {
  const is1904 = Workbook?.WBProps?.date1904 === true;
  const lines = Sheets[SheetNames[sheet] ?? '']?.['!data'] ?? [];
  const rows: SheetRow[] = [];
  let next = from;
  for (let cellCount = 0; next < lines.length && rows.length < maxRows && cellCount < maxCells; next++) {
    const cells: Value[] = [];
    lines[next]?.forEach((cell: CellObject | null, column: number) => {
      const value = cell === null ? null : valueOf(cell, is1904);
      if (value !== null) cells[column] = value;
    });
    if (cells.length > 0) rows.push({ number: next + 1, cells });
    cellCount += cells.length + 1;
  }
  return rows.length > 0 || next < lines.length ? { rows, next } : null;
}

answerRequests((message): SpreadsheetAnswer => {
  // Only a SpreadsheetFile sends requests.
  const request = message as SpreadsheetRequest;
  return request === 'sheets' ? { sheets: listSheets(openOnce()) } : readRows(openOnce(), request.sheet, request.from);
});
