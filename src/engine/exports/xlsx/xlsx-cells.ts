import type { Json } from '#kernel/json.ts';
import { cellTextOf } from '../cell-text.ts';
import type { ExportColumn, ExportOptions } from '../export-format.ts';
import type { ExportNotes } from '../export-notes.ts';
import { forbiddenInXml } from '../xml-text.ts';
import { cellStyles } from './xlsx-parts.ts';

/** The maximum number of characters of a cell in Excel. */
const maxTextLength = 32_767;

/** A column of a sheet. */
export interface CellWriter {
  /** The key of the value in the row's JSON. */
  readonly name: string;
  /** The letters of the column, such as `AB`. */
  readonly column: string;
  /** Writes a value as the cell at a place such as `AB12`. Null has no cell, so nothing is written for it. */
  readonly write: (place: string, value: Json) => string;
}

/** Creates the writers of the columns. Texts that are cut are counted in `notes`. */
export const createCellWriters = (
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

/**
 * Creates the function that writes the values of a column. A number that a double would round, and a date or time that
 * Excel cannot represent, become texts.
 */
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
export const textCell = (place: string, text: string): string =>
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
