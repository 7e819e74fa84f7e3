import { isUtf8 } from 'node:buffer';

/** A form of Unicode. */
export type UnicodeForm = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

/** Marks at the beginning; those of UTF-32 come first, as one begins like UTF-16. */
const marks: readonly (readonly [UnicodeForm, readonly number[]])[] = [
  ['utf-32le', [0xff, 0xfe, 0, 0]],
  ['utf-32be', [0, 0, 0xfe, 0xff]],
  ['utf-16le', [0xff, 0xfe]],
  ['utf-16be', [0xfe, 0xff]],
];

/** As much as tells, in bytes. */
const sampleLength = 1_024;

/** The highest byte but one of any character in 32 bits. */
const highestPlane = 0x10;

/** The form of Unicode that bytes begin in: by their byte-order mark, else by where zeros stand. */
export function detectUnicode(bytes: Buffer): UnicodeForm {
  const marked = marks.find(([, mark]) => bytes.length >= mark.length && mark.every((byte, at) => bytes[at] === byte));
  if (marked) return marked[0];
  const beginning = bytes.subarray(0, Math.min(bytes.length, sampleLength) & ~3);
  if (beginning.length >= 8) {
    if (isOfFourBytes(beginning, 3, 2)) return 'utf-32le';
    if (isOfFourBytes(beginning, 0, 1)) return 'utf-32be';
  }
  return ofTwoBytes(bytes.subarray(0, Math.min(bytes.length, sampleLength) & ~1));
}

/** Whether each four bytes are a character: nothing in the highest, next to nothing in the next. */
function isOfFourBytes(bytes: Buffer, highest: number, next: number): boolean {
  for (let at = 0; at < bytes.length; at += 4)
    if (bytes[at + highest] !== 0 || (bytes[at + next] ?? 0) > highestPlane) return false;
  return bytes.some((byte) => byte !== 0);
}

/** Whether a byte is a character that no text has; other alphabets in 16 bits are full of them. */
const isControl = (byte: number): boolean =>
  (byte > 0 && byte < 9) || (byte > 13 && byte < 26) || (byte > 27 && byte < 32);

function ofTwoBytes(bytes: Buffer): UnicodeForm {
  const zeros = [0, 0];
  for (let at = 0; at < bytes.length; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // A third of the characters is ASCII in most tables: marks and line ends are. Fewer tell only what no text of UTF-8 is.
  const minZeros = isUtf8(bytes) && !bytes.some(isControl) ? bytes.length / 6 : bytes.length / 100;
  if (odd > minZeros && even <= odd / 10) return 'utf-16le';
  return even > minZeros && odd <= even / 10 ? 'utf-16be' : 'utf-8';
}
