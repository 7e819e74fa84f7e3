const maxBytes = 255;
const fallback = 'file';

/** Matches control characters, line breaks, and direction marks, which can disguise an extension. */
const unprintable = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ufeff]/gu;
const extensions = /(?:\.[a-z0-9]{1,16}){1,2}$/i;

/**
 * Makes a client's file name safe to store, show and send back: the last part of a path without control characters and leading
 * dots, cut to 255 bytes of UTF-8 before its extension. A file without a name is called `file`.
 */
export function toSafeFileName(given: string): string {
  const printable = given.toWellFormed().replace(unprintable, '');
  const lastPart = printable.slice(Math.max(printable.lastIndexOf('/'), printable.lastIndexOf('\\')) + 1);
  const name = trimSpaceAndDots(lastPart);
  return name === '' ? fallback : shorten(name);
}

function shorten(name: string): string {
  const bytes = Buffer.from(name);
  if (bytes.length <= maxBytes) return name;
  const extension = extensions.exec(name)?.[0] ?? '';
  // The decoder of a stream drops a character that the cut splits.
  const stem = new TextDecoder().decode(bytes.subarray(0, maxBytes - extension.length), { stream: true });
  return trimSpaceAndDots(stem) + extension;
}

/** Trims white space and dots. A regular expression for the end of the text would take quadratic time on many dots in the middle. */
function trimSpaceAndDots(text: string): string {
  const start = text.search(/[^\s.]/u);
  let end = text.length;
  while (end > start && /[\s.]/u.test(text.charAt(end - 1))) end -= 1;
  return start === -1 ? '' : text.slice(start, end);
}
