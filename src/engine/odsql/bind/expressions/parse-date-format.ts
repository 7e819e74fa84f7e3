import { dateFormats, type DateToken } from '#engine/odsql/date-format.ts';

const piece = /'((?:[^']|'')*)'|([A-Za-z])\2*|[?,.:/\-\s]+/y;

/** Parses a `date_format` pattern; undefined when it contains letters or signs that have no meaning. */
export function parseDateFormat(pattern: string): DateToken[] | undefined {
  const tokens: DateToken[] = [];
  for (let position = 0; position < pattern.length;) {
    piece.lastIndex = position;
    const [found, literal, letter] = piece.exec(pattern) ?? [];
    if (found === undefined) return undefined;
    const token = letter === undefined ? { text: textOf(found, literal) } : formatOf(found);
    if (!token) return undefined;
    tokens.push(token);
    position += found.length;
  }
  return tokens;
}

/** The text of a literal part. Two quotes in a row are one quote, inside and outside a quoted part. */
const textOf = (found: string, literal: string | undefined): string =>
  found === "''" ? "'" : (literal?.replaceAll("''", "'") ?? found);

/** The format of repeated letters; undefined for unknown letters. `Y` also means the year. */
function formatOf(letters: string): DateToken | undefined {
  const name = /^Y+$/.test(letters) ? letters.toLowerCase() : letters;
  const format = dateFormats.find((dateFormat) => dateFormat === name);
  return format && { format };
}
