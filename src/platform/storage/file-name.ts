const longest = 255;
const fallback = 'file';

/** Control and line-break characters, and those that turn the direction of the text to disguise an extension. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;
const extensions = /(?:\.[a-z0-9]{1,16}){1,2}$/i;

/**
 * A client's file name made safe to store, show and send back: the last part of a path, without control characters or
 * leading dots, at most 255 bytes of UTF-8 with its extension kept. Never empty: what has no name is called `file`.
 */
export function fileName(given: string): string {
  const printable = given.toWellFormed().replace(unprintable, '');
  const lastPart = printable.slice(Math.max(printable.lastIndexOf('/'), printable.lastIndexOf('\\')) + 1);
  const name = withoutDotsAround(lastPart);
  return name === '' ? fallback : shorten(name);
}

function shorten(name: string): string {
  const bytes = Buffer.from(name);
  if (bytes.length <= longest) return name;
  const extension = extensions.exec(name)?.[0] ?? '';
  // Decoding as a stream leaves out the character that the cut would halve.
  const stem = new TextDecoder().decode(bytes.subarray(0, longest - extension.length), { stream: true });
  return withoutDotsAround(stem) + extension;
}

/** Without blanks and dots at both ends. Not by one expression: it would begin anew at each of many dots in the middle. */
function withoutDotsAround(text: string): string {
  const start = text.search(/[^\s.]/u);
  let end = text.length;
  while (end > start && /[\s.]/u.test(text.charAt(end - 1))) end -= 1;
  return start === -1 ? '' : text.slice(start, end);
}
