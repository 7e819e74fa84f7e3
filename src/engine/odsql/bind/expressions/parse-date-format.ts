import { dateFormats, type DateToken } from '../../date-format.ts';

const piece = /'((?:[^']|'')*)'|([A-Za-z])\2*|[?,.:/\-\s]+/y;

/** The parts of a pattern of `date_format`; undefined when it has letters or signs without a meaning. */
export function parseDateFormat(pattern: string): DateToken[] | undefined {
  const tokens: DateToken[] = [];
  for (let at = 0; at < pattern.length;) {
    piece.lastIndex = at;
    const [found, literal, letter] = piece.exec(pattern) ?? [];
    if (found === undefined) return undefined;
    const token = letter === undefined ? { text: textOf(found, literal) } : formatOf(found);
    if (!token) return undefined;
    tokens.push(token);
    at += found.length;
  }
  return tokens;
}

/** A pair of quotes is a quote, alone or within quotes. */
const textOf = (found: string, literal: string | undefined): string =>
  found === "''" ? "'" : (literal?.replaceAll("''", "'") ?? found);

/** Years may be in capitals. */
function formatOf(letters: string): DateToken | undefined {
  const name = /^Y+$/.test(letters) ? letters.toLowerCase() : letters;
  const format = dateFormats.find((each) => each === name);
  return format && { format };
}
