import { ByteWriter } from '../../kernel/byte-writer.ts';

const lineFeed = 0x0a;
const carriageReturn = 0x0d;
const dot = 0x2e;
const backslash = 0x5c;
const quote = 1;
/** The separator of cells. A cell that contains the separator is quoted. */
const separator = 2;

/** Writes lines for the bulk loader: a null is an empty cell, the empty text is quoted. */
export class BulkLineWriter extends ByteWriter {
  #hasCells = false;

  /** Begins a cell, whose text the caller writes: it needs no quotes. A cell without text is null. */
  beginCell(): void {
    if (this.#hasCells) this.byte(separator);
    this.#hasCells = true;
  }

  /** Writes a cell with any text. */
  cell(text: string | null): void {
    const bytes = Buffer.from(text ?? '');
    if (text === null) this.beginCell();
    else this.cellFrom(bytes, 0, bytes.length);
  }

  /** Writes a cell with the text of another buffer. */
  cellFrom(source: Uint8Array, start: number, end: number): void {
    this.beginCell();
    this.reserve(end - start);
    const { bytes } = this;
    let { length } = this;
    for (let at = start; at < end; at++) {
      const byte = source[at] ?? 0;
      if (byte <= carriageReturn && isSpecial(byte)) {
        this.#quoted(source, start, end);
        return;
      }
      bytes[length++] = byte;
    }
    // A line of `\.` ends the data.
    if (end === start || (end === start + 2 && source[start] === backslash && source[start + 1] === dot))
      this.#quoted(source, start, end);
    else this.length = length;
  }

  /** Ends the line. */
  endLine(): void {
    this.byte(lineFeed);
    this.#hasCells = false;
  }

  #quoted(source: Uint8Array, start: number, end: number): void {
    this.byte(quote);
    for (let at = start; at < end; at++) {
      const byte = source[at] ?? 0;
      if (byte === quote) this.byte(quote);
      this.byte(byte);
    }
    this.byte(quote);
  }
}

const isSpecial = (byte: number): boolean =>
  byte === quote || byte === separator || byte === lineFeed || byte === carriageReturn;
