import type { Value } from '#engine/records/record.ts';
import { posix } from 'node:path';
import type { ZipArchive } from '#engine/archives/zip-archive.ts';
import { fail } from '#kernel/fail.ts';
import { attributeOf, localName, readXmlEvents, type XmlEvent, type XmlOpening } from '../xml/xml-reader.ts';

/** A sheet of a workbook. */
export interface Sheet {
  readonly name: string;
  /** The path of its cells in an XLSX archive; its number in any other workbook. */
  readonly path: string;
  readonly isVisible: boolean;
}

/** A row of a sheet that is not empty. */
export interface SheetRow {
  /** The number of the row in the sheet, from 1. */
  readonly number: number;
  /** The values by column; null or missing where a cell is empty. */
  readonly cells: readonly (Value | undefined)[];
}

/** A workbook on disk. The caller closes it. */
export interface WorkbookFile {
  /** In the order of their tabs. */
  readonly sheets: readonly Sheet[];
  /** Streams the non-empty rows of a sheet in batches; a batch may be empty. */
  readRows(sheet: Sheet): AsyncGenerator<SheetRow[]>;
  close(): Promise<void>;
}

/** All parts of a workbook but its cells. */
export interface Workbook {
  /** In the order of their tabs. */
  readonly sheets: readonly Sheet[];
  /** Whether days are counted from 1904. */
  readonly is1904: boolean;
  readonly sharedTexts: readonly string[];
  /** How each cell style shows a number. */
  readonly numberFormats: readonly NumberFormat[];
}

/** The maximum number of characters in shared texts, which are all kept in memory while the sheet is read. */
const maxSharedText = 64 * 1024 * 1024;
/** The overhead of each text, in bytes. */
const textOverheadBytes = 16;
/** The maximum number of elements of any other part. */
const maxElements = 1_000_000;

/** Reads all of a workbook except its cells. */
export async function readWorkbook(archive: ZipArchive): Promise<Workbook> {
  const path = (await findTarget(archive, '', 'officeDocument')) ?? 'xl/workbook.xml';
  const targets = await readRelationships(archive, path);
  const sheetPaths = new Map(
    targets.filter(({ type }) => type === 'worksheet').map(({ id, path: target }) => [id, target]),
  );
  const declaredSheets: { name: string; id: string; isVisible: boolean }[] = [];
  let is1904 = false;
  await forEachElement(archive, path, (event) => {
    const name = localName(event.name);
    if (name === 'workbookPr') is1904 = ['1', 'true'].includes(attributeOf(event, 'date1904') ?? '');
    if (name === 'sheet')
      declaredSheets.push({
        name: attributeOf(event, 'name') ?? '',
        id: attributeOf(event, 'id') ?? '',
        isVisible: (attributeOf(event, 'state') ?? 'visible') === 'visible',
      });
  });
  const sheets = declaredSheets.flatMap(({ name, id, isVisible }) => {
    const target = sheetPaths.get(id);
    return target === undefined ? [] : [{ name, isVisible, path: target }];
  });
  const pathOf = (type: string): string => targets.find((target) => target.type === type)?.path ?? '';
  return {
    sheets,
    is1904,
    sharedTexts: await readSharedTexts(archive, pathOf('sharedStrings')),
    numberFormats: await readNumberFormats(archive, pathOf('styles')),
  };
}

/** A reference from one part of the archive to another. */
interface Relationship {
  readonly id: string;
  /** The last part of the type's URL. */
  readonly type: string;
  readonly path: string;
}

/** The relationships of a part of the archive; '' is the archive itself. */
async function readRelationships(archive: ZipArchive, part: string): Promise<Relationship[]> {
  const found: Relationship[] = [];
  await forEachElement(archive, posix.join(posix.dirname(part), '_rels', `${posix.basename(part)}.rels`), (event) => {
    if (localName(event.name) !== 'Relationship' || attributeOf(event, 'TargetMode') === 'External') return;
    const target = attributeOf(event, 'Target') ?? '';
    const path = posix.join('/', target.startsWith('/') ? target : posix.join(posix.dirname(part), target)).slice(1);
    found.push({ id: attributeOf(event, 'Id') ?? '', type: posix.basename(attributeOf(event, 'Type') ?? ''), path });
  });
  return found;
}

const findTarget = async (archive: ZipArchive, part: string, type: string): Promise<string | undefined> =>
  (await readRelationships(archive, part)).find((relationship) => relationship.type === type)?.path;

/** How each cell style shows a number. Formats are declared before the styles of cells. */
async function readNumberFormats(archive: ZipArchive, path: string): Promise<NumberFormat[]> {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isInCells = false;
  await forEachElement(archive, path, (event) => {
    const name = localName(event.name);
    if (name === 'cellXfs') isInCells = true;
    else if (name === 'cellStyles' || name === 'dxfs') isInCells = false;
    else if (name === 'numFmt')
      codes.set(Number(attributeOf(event, 'numFmtId')), attributeOf(event, 'formatCode') ?? '');
    else if (name === 'xf' && isInCells)
      formats.push(
        parseNumberFormat(
          Number(attributeOf(event, 'numFmtId') ?? 0),
          codes.get(Number(attributeOf(event, 'numFmtId'))),
        ),
      );
  });
  return formats;
}

/** Whether the text in these elements is shown in cells; `rPh` contains a phonetic reading of it. */
const isShownText = (openElements: readonly string[]): boolean =>
  openElements.at(-1) === 't' && !openElements.includes('rPh');

async function readSharedTexts(archive: ZipArchive, path: string): Promise<string[]> {
  const texts: string[] = [];
  const openElements: string[] = [];
  let text = '';
  let run = '';
  let length = 0;
  await forEachEvent(archive, path, (event) => {
    if (event.kind === 'open') openElements.push(localName(event.name));
    if (event.kind === 'text' && isShownText(openElements)) run += event.text;
    if (event.kind !== 'close') return;
    // Escapes are decoded in each run separately, because an escape never spans two runs of a text.
    text += decodeCellText(run);
    run = '';
    if (openElements.pop() === 'si') {
      length += textOverheadBytes + text.length;
      if (length > maxSharedText)
        fail('EXTRACTION_FAILED', {
          reason: `the texts of the workbook are longer than ${maxSharedText} characters together; save the sheet as CSV`,
        });
      texts.push(text);
      text = '';
    }
  });
  return texts;
}

/** Calls `visit` for each opening of an element in a part. */
function forEachElement(archive: ZipArchive, path: string, visit: (event: XmlOpening) => void): Promise<void> {
  let count = 0;
  return forEachEvent(archive, path, (event) => {
    if (event.kind !== 'open') return;
    count++;
    if (count > maxElements)
      fail('EXTRACTION_FAILED', { reason: `${path} in the workbook has more than ${maxElements} elements` });
    visit(event);
  });
}

/** Calls `visit` for each event of a part. Does nothing when the archive has no such part, because styles and shared texts are optional. */
async function forEachEvent(archive: ZipArchive, path: string, visit: (event: XmlEvent) => void): Promise<void> {
  const content = await archive.read(path);
  if (content) for await (const events of readXmlEvents(content)) events.forEach(visit);
}

/** How a number format shows a number. */
type NumberKind = 'number' | 'date' | 'time' | 'datetime';

/** How the cells of a style show a number. */
export interface NumberFormat {
  readonly kind: NumberKind;
  /** The digits and the signs between them, where the format fixes the number of digits, as for postal codes: `00000`, `000-0000`. */
  readonly digits?: string;
}

/** Built-in formats, which have an id but no code in the file (ECMA-376 part 1, 18.8.30). */
const builtInKinds = new Map<number, NumberKind>([
  ...[14, 15, 16, 17, 27, 28, 29, 30, 31, 34, 35, 36, 50, 51, 52, 53, 54, 55, 56, 57, 58].map(
    (id) => [id, 'date'] as const,
  ),
  ...[18, 19, 20, 21, 32, 33, 45, 46, 47].map((id) => [id, 'time'] as const),
  [22, 'datetime'],
]);

/** A format by its code, or by its id when the file has no code for it. */
export function parseNumberFormat(id: number, code: string | undefined): NumberFormat {
  if (code === undefined) return { kind: builtInKinds.get(id) ?? 'number' };
  const digits = fixedDigitsOf(code);
  return digits === undefined ? { kind: kindOf(code) } : { kind: 'number', digits };
}

/** The digits of a format that has zeros and signs alone; undefined for any other. */
function fixedDigitsOf(code: string): string | undefined {
  const [positive = ''] = code
    .replace(/\\(.)/g, '$1')
    .replace(/"([^"0#?;]*)"/g, '$1')
    .split(';');
  return /^[ ()/-]*0[0 ()/-]*0[ ()/-]*$/.test(positive) ? positive.trim() : undefined;
}

function kindOf(code: string): NumberKind {
  const [positive = ''] = code.replace(/"[^"]*"|\\.|[_*]./g, '').split(';');
  // Brackets hold colours, conditions and currencies, which are removed, and hours that count beyond a day, which are kept.
  const letters = positive
    .replace(/\[(?!h+\]|m+\]|s+\])[^\]]*\]/gi, '')
    .replace(/general/gi, '')
    .toLowerCase();
  const hasTime = /[hs]/.test(letters);
  const hasDate = /[yd]/.test(letters) || (!hasTime && letters.includes('m'));
  if (hasDate) return hasTime ? 'datetime' : 'date';
  return hasTime ? 'time' : 'number';
}

const millisecondsPerDay = 86_400_000;
/** The number of days from 1899-12-30, day 0 of workbooks, to 1970-01-01. */
const daysBefore1970 = 25_569;
/** The number of days between the two calendars of workbooks. */
const between1900And1904 = 1_462;
/** The number of the last day of workbooks, 9999-12-31. */
const lastDay = 2_958_465;

/**
 * Formats a number as its cell shows it: dates and times as ISO texts in UTC, to the millisecond; numbers with leading zeros as texts. A
 * number outside the calendar stays a number.
 */
export function formatNumber({ kind, digits }: NumberFormat, value: number, is1904: boolean): number | string {
  if (digits !== undefined) return Number.isSafeInteger(value) && value >= 0 ? fillDigits(digits, value) : value;
  if (kind === 'number') return value;
  const days = is1904 && kind !== 'time' ? value + between1900And1904 : value;
  if (days < 0 || days > lastDay + 1) return value;
  if (kind === 'time') return formatTime(days);
  // Serial numbers below 60 are a day behind: the calendar of workbooks has a 29 February 1900.
  const instant = new Date(
    Math.round((days - daysBefore1970 + (days < 60 ? 1 : 0)) * millisecondsPerDay),
  ).toISOString();
  return kind === 'date' ? instant.slice(0, 10) : instant.replace('.000Z', 'Z');
}

function formatTime(days: number): string {
  const milliseconds = Math.round(days * millisecondsPerDay);
  const seconds = Math.floor(milliseconds / 1000);
  const whole = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60]
    .map((part) => String(part).padStart(2, '0'))
    .join(':');
  const fraction = milliseconds % 1000;
  return fraction === 0 ? whole : `${whole}.${String(fraction).padStart(3, '0')}`;
}

/** Puts the digits of a number into the zeros of a format, from the last one. More digits than zeros are written at the first zero. */
function fillDigits(format: string, value: number): string {
  const count = format.replace(/[^0]/g, '').length;
  const digits = String(value).padStart(count, '0');
  let position = digits.length - count;
  let isFirst = true;
  return format.replace(/0/g, () => {
    const start = isFirst ? 0 : position;
    isFirst = false;
    return digits.slice(start, ++position);
  });
}

/**
 * Decodes the characters that a workbook writes as `_xHHHH_`, because XML cannot hold them (ST_Xstring, ECMA-376 part 1,
 * 22.9.2.19). A workbook encodes the underscore of a text that only looks like such a character: `_x005F_x000D_` is the
 * text `_x000D_`.
 */
export const decodeCellText = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_escape, digits: string) => String.fromCharCode(Number.parseInt(digits, 16)))
    : text;
