import { isUtf8 } from 'node:buffer';

/** A Unicode encoding. */
export type UnicodeForm = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

/** Byte-order marks. The marks of UTF-32 come first, because the little-endian mark of UTF-32 begins with the mark of UTF-16. */
const marks: readonly (readonly [UnicodeForm, readonly number[]])[] = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** How much of the content is examined, in bytes. */
const sampleLength = 1_024;

/** The highest plane of Unicode: the maximum of the second-highest byte of a character in UTF-32. */
const highestPlane = 0x10;

/** The Unicode encoding of bytes: by their byte-order mark, else by the positions of zero bytes. */
export function detectUnicode(bytes: Buffer): UnicodeForm {
  const marked = marks.find(
    ([, mark]) => bytes.length >= mark.length && mark.every((byte, index) => bytes[index] === byte),
  );
  if (marked) return marked[0];
  // The sample is cut to whole characters: multiples of four bytes, or of two below.
  const beginning = bytes.subarray(0, Math.min(bytes.length, sampleLength) & ~3);
  if (beginning.length >= 8) {
    if (isUtf32(beginning, 3, 2)) return 'utf-32le';
    if (isUtf32(beginning, 0, 1)) return 'utf-32be';
  }
  return detectUtf16OrUtf8(bytes.subarray(0, Math.min(bytes.length, sampleLength) & ~1));
}

/**
 * Whether every group of four bytes is a character: its highest byte is zero, and the next byte is at most the highest plane. The
 * parameters are the positions of these two bytes in a group.
 */
function isUtf32(bytes: Buffer, highestAt: number, nextAt: number): boolean {
  for (let offset = 0; offset < bytes.length; offset += 4)
    if (bytes[offset + highestAt] !== 0 || (bytes[offset + nextAt] ?? 0) > highestPlane) return false;
  return bytes.some((byte) => byte !== 0);
}

/** Whether a byte is a control character that text does not contain; UTF-16 of non-Latin alphabets is full of them. */
const isControl = (byte: number): boolean =>
  (byte > 0 && byte < 9) || (byte > 13 && byte < 26) || (byte > 27 && byte < 32);

/** Detects UTF-16 by zero bytes at even positions (big-endian) or odd positions (little-endian). */
function detectUtf16OrUtf8(bytes: Buffer): UnicodeForm {
  let evenZeros = 0;
  let oddZeros = 0;
  for (let offset = 0; offset < bytes.length; offset++) {
    if (bytes[offset] !== 0) continue;
    if (offset % 2 === 0) evenZeros++;
    else oddZeros++;
  }
  // At least a third of the characters of most tables is ASCII, such as separators and line ends. A lower share counts only where the
  // bytes cannot be UTF-8 text.
  const minZeros = isUtf8(bytes) && !bytes.some(isControl) ? bytes.length / 6 : bytes.length / 100;
  if (oddZeros > minZeros && evenZeros <= oddZeros / 10) return 'utf-16le';
  return evenZeros > minZeros && oddZeros <= evenZeros / 10 ? 'utf-16be' : 'utf-8';
}
