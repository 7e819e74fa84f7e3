import type { ExportNotes } from './export-format.ts';

/** The characters that XML 1.0 does not allow, not even escaped. Lone surrogates are among them. */
export const forbiddenInXml = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

/** Escapes a text for the content and the attributes of XML 1.0. */
export type EscapeXml = (text: string) => string;

/** Creates a function that escapes texts. Characters that XML does not allow are replaced, and counted in `notes`. */
export const createXmlEscape =
  (notes: ExportNotes): EscapeXml =>
  (text) =>
    /[^\u0020\u0021\u0023-\u0025\u0027-\u003b\u003d\u003f-\ud7ff]/.test(text)
      ? text
          .replace(forbiddenInXml, () => replace(notes))
          .replace(/[&<>"\t\n\r]/g, (character) => entities[character] ?? character)
      : text;

function replace(notes: ExportNotes): string {
  notes.count('Characters that XML does not allow, replaced by U+FFFD');
  return '\uFFFD';
}

/** The characters to escape, carriage returns and white space included, which parsers would replace. */
const entities: Readonly<Record<string, string>> = Object.freeze({
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
});

/** The notes as comments at the end of a document; empty without notes. The notes contain no `--`. */
export const xmlComments = (notes: ExportNotes): string =>
  notes.sentences.map((sentence) => `<!-- ${sentence} -->\n`).join('');
