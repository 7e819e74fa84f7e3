/**
 * How a program writes a text. Values come from addresses that others may have made, and what is copied is run: so no text ends its quotes, and what
 * a reader would not see (control characters, marks that turn the direction of text) is written as an escape.
 */

/** A character that is not seen: a control character, a mark of format such as a change of direction, or a separator of lines. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu;

/** Whether a text has characters that are not seen. */
export const hasUnseen = (text: string): boolean => text.search(unseen) >= 0;

/** A text without what no language and no field of a record can hold: NUL, and halves of characters. */
export const wellFormed = (text: string): string => text.replaceAll('\0', '').toWellFormed();

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, '0');

/** A character as the escapes of its UTF-16 units, as JSON has them. */
const unitEscape = (character: string): string =>
  Array.from({ length: character.length }, (_, at) => `\\u${hex(character.charCodeAt(at), 4)}`).join('');

/** A character as the escape of its code point. */
function pointEscape(character: string): string {
  const code = character.codePointAt(0) ?? 0;
  return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
}

/** Writes a text for GraphQL, JSON and JavaScript. */
export const jsonText = (text: string): string =>
  JSON.stringify(wellFormed(text)).replaceAll(unseen, (character) => unitEscape(character));

/** Writes a text between double quotes, with backslashes before quotes and backslashes. */
const escaped = (text: string): string => wellFormed(text).replaceAll(/["\\]/g, '\\$&');

/** Writes a text for Python. */
export const pythonText = (text: string): string => `"${escaped(text).replaceAll(unseen, pointEscape)}"`;

/** Writes a text for R, where a text with escapes has no other characters beyond ASCII, because R would read these in the encoding of the machine. */
export const rText = (text: string): string =>
  `"${escaped(text).replaceAll(hasUnseen(text) ? /[^ -~]/gu : unseen, pointEscape)}"`;

/** Writes a text for a POSIX shell. The caller encodes texts with characters that are not seen: a terminal would obey them. */
export const shellText = (text: string): string => `'${wellFormed(text).replaceAll("'", String.raw`'\''`)}'`;

/** Writes a text for Power Query and for formulas of spreadsheets. The caller passes addresses and names, which have no lines. */
export const formulaText = (text: string): string =>
  `"${wellFormed(text).replaceAll(unseen, '').replaceAll('"', '""').replaceAll('#(', '#(#)(')}"`;

/** Encodes a part of an address so that no language needs to quote it. */
export const encodePart = (text: string): string =>
  encodeURIComponent(wellFormed(text)).replaceAll(/[!'()*]/g, (sign) => `%${hex(sign.charCodeAt(0), 2).toUpperCase()}`);
