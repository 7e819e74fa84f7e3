import { foldText } from '#engine/odsql/words.ts';
import type { ByteWriter } from '#kernel/byte-writer.ts';

const space = 32;
const asciiLength = 0x80;
/** The first byte of a character of three bytes, and of four. */
const firstOfThree = 0xe0;
const firstOfFour = 0xf0;

/** The UTF-8 bytes of the words that one character contributes: letters and digits folded, anything else a space; none for a mark. */
const bytesOf = (character: string): Uint8Array => Buffer.from(foldText(character).replaceAll(/[^\p{L}\p{N}]/gu, ' '));

/**
 * Writes the words of texts (`wordsOf`), with one space before, between and after them. Folding depends on one character at a time, so the
 * folded form of each character is kept.
 */
export class WordsWriter {
  /** By code point. */
  readonly #folded = new Map<number, Uint8Array>();
  /** By code point, for those of two bytes: the letters of most alphabets. */
  readonly #foldedOfTwo: (Uint8Array | undefined)[] = Array.from({ length: 0x800 });
  /** The byte that each ASCII character contributes. */
  readonly #ascii = Uint8Array.from(
    { length: asciiLength },
    (_, unit) => bytesOf(String.fromCharCode(unit))[0] ?? space,
  );

  /** Writes the words of a text in UTF-8, and returns whether there are any: without words, it writes nothing. */
  write(text: Uint8Array, start: number, end: number, target: ByteWriter): boolean {
    target.reserve(end - start + 2);
    const ascii = this.#ascii;
    const begin = target.length;
    let { bytes } = target;
    let length = begin;
    let last = space;
    bytes[length++] = space;
    for (let at = start; at < end;) {
      const first = text[at] ?? 0;
      if (first < asciiLength) {
        const byte = ascii[first] ?? space;
        if (byte !== space || last !== space) bytes[length++] = byte;
        last = byte;
        at++;
        continue;
      }
      const size = first < firstOfThree ? 2 : first < firstOfFour ? 3 : 4;
      const folded = this.#foldedOf(text, at, size);
      at += size;
      target.length = length;
      // a character may contribute more bytes than it has
      target.reserve(end - at + folded.length + 1);
      ({ bytes } = target);
      for (const byte of folded) {
        if (byte !== space || last !== space) bytes[length++] = byte;
        last = byte;
      }
    }
    if (length === begin + 1) {
      target.length = begin;
      return false;
    }
    if (last !== space) bytes[length++] = space;
    target.length = length;
    return true;
  }

  /** The bytes that a character of several bytes contributes. */
  #foldedOf(text: Uint8Array, at: number, size: number): Uint8Array {
    const [first, second] = [text[at] ?? 0, (text[at + 1] ?? 0) & 0x3f];
    if (size === 2) {
      const code = ((first & 0x1f) << 6) | second;
      return (this.#foldedOfTwo[code] ??= bytesOf(String.fromCodePoint(code)));
    }
    const third = (text[at + 2] ?? 0) & 0x3f;
    const code =
      size === 3
        ? ((first & 0x0f) << 12) | (second << 6) | third
        : ((first & 0x07) << 18) | (second << 12) | (third << 6) | ((text[at + 3] ?? 0) & 0x3f);
    const known = this.#folded.get(code);
    if (known) return known;
    const folded = bytesOf(String.fromCodePoint(code));
    this.#folded.set(code, folded);
    return folded;
  }
}
