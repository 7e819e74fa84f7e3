import { foldText } from '#kernel/text.ts';

const zero = 48;
/** The maximum number of UTF-8 bytes of one UTF-16 code unit. */
const maxUnitBytes = 3;

/** Writes UTF-8 into a buffer that grows. */
export class ByteWriter {
  /** The bytes; those from `length` on are not written yet. */
  bytes: Buffer;
  length = 0;

  constructor(capacity: number) {
    this.bytes = Buffer.allocUnsafeSlow(capacity);
  }

  /** Makes space for more bytes, which the caller may write into `bytes` itself. */
  reserve(count: number): void {
    if (this.length + count <= this.bytes.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(this.length + count, 2 * this.bytes.length));
    this.bytes.copy(larger, 0, 0, this.length);
    this.bytes = larger;
  }

  /** Writes one byte. */
  byte(byte: number): void {
    this.reserve(1);
    this.bytes[this.length++] = byte;
  }

  /** Writes a text. One call for many texts joined is faster than a call for each. */
  text(text: string): void {
    this.reserve(maxUnitBytes * text.length);
    this.length += this.bytes.write(text, this.length);
  }

  /** Writes the beginning of a short ASCII text, faster than `text`. */
  ascii(text: string, length = text.length): void {
    this.reserve(length);
    for (let index = 0; index < length; index++) this.bytes[this.length++] = text.charCodeAt(index);
  }

  /** Writes the decimal digits of a safe integer that is not negative. */
  digits(number: number): void {
    let count = 1;
    for (let rest = number; rest >= 10; rest = Math.floor(rest / 10)) count++;
    this.reserve(count);
    let rest = number;
    for (let at = this.length + count - 1; at >= this.length; at--) {
      const quotient = Math.floor(rest / 10);
      this.bytes[at] = zero + rest - quotient * 10;
      rest = quotient;
    }
    this.length += count;
  }

  /** Writes a few bytes of another buffer. */
  copy(source: Uint8Array, start = 0, end = source.length): void {
    this.reserve(end - start);
    const { bytes } = this;
    let { length } = this;
    for (let at = start; at < end; at++) bytes[length++] = source[at] ?? 0;
    this.length = length;
  }

  /** Returns a copy of the bytes and forgets them. */
  take(): Buffer {
    const taken = Buffer.from(this.bytes.subarray(0, this.length));
    this.length = 0;
    return taken;
  }
}

const lineFeed = 0x0a;
const quote = 0x22;
const comma = 0x2c;

/** A cell that is null. No text is taken for it, because texts are quoted. */
const nullCell = Buffer.from(String.raw`\N`);

/** Writes lines of CSV for a `GenerationWriter`, one cell after another. */
export class CsvLineWriter extends ByteWriter {
  #hasCells = false;
  #text: ByteWriter | undefined;
  #words: WordsWriter | undefined;

  /** Begins a cell, which the caller writes: digits, or another text that needs no quotes. */
  beginCell(): void {
    if (this.#hasCells) this.byte(comma);
    this.#hasCells = true;
  }

  /** Writes cells that are null. */
  nulls(count: number): void {
    for (let cell = 0; cell < count; cell++) {
      this.beginCell();
      this.copy(nullCell);
    }
  }

  /** Writes a cell with any text of another buffer. */
  cellFrom(source: Uint8Array, start: number, end: number): void {
    this.beginCell();
    this.reserve(2 * (end - start) + 2);
    const { bytes } = this;
    let { length } = this;
    bytes[length++] = quote;
    for (let at = start; at < end; at++) {
      const byte = source[at] ?? 0;
      if (byte === quote) bytes[length++] = quote;
      bytes[length++] = byte;
    }
    bytes[length++] = quote;
    this.length = length;
  }

  /** Writes a cell with any text. */
  cell(text: string | null): void {
    if (text === null) {
      this.nulls(1);
      return;
    }
    const copied = (this.#text ??= new ByteWriter(text.length));
    copied.length = 0;
    copied.text(text);
    this.cellFrom(copied.bytes, 0, copied.length);
  }

  /** Writes a cell with the words of a text of another buffer, which need no quotes; a null without words. */
  cellOfWords(source: Uint8Array, start: number, end: number): void {
    this.beginCell();
    this.#words ??= new WordsWriter();
    if (!this.#words.write(source, start, end, this)) this.copy(nullCell);
  }

  /** Ends the line. */
  endLine(): void {
    this.byte(lineFeed);
    this.#hasCells = false;
  }
}

const space = 32;
const asciiLength = 0x80;
/** The first byte of a character of three bytes, and of four. */
const firstOfThree = 0xe0;
const firstOfFour = 0xf0;

/** The UTF-8 bytes of the words that one character contributes: letters and digits folded, anything else a space; none for a mark. */
const bytesOf = (character: string): Uint8Array => Buffer.from(foldText(character).replaceAll(/[^\p{L}\p{N}]/gu, ' '));

/**
 * Writes the words of texts, with one space before, between and after them: runs of letters and digits, folded, as searches compare them
 * (`wordsOf` of ODSQL). Folding depends on one character at a time, so the folded form of each character is kept.
 */
class WordsWriter {
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
