import { ByteWriter } from '#kernel/byte-writer.ts';

const lineFeed = 0x0a;
const quote = 0x22;
const comma = 0x2c;

/** A cell that is null. No text is taken for it, because texts are quoted. */
const nullCell = Buffer.from(String.raw`\N`);

/** Writes lines of CSV for a `GenerationWriter`, one cell after another. */
export class CsvLineWriter extends ByteWriter {
  #hasCells = false;
  #text: ByteWriter | undefined;

  /** Begins a cell, which the caller writes: digits, or another text that needs no quotes. */
  beginCell(): void {
    if (this.#hasCells) this.byte(comma);
    this.#hasCells = true;
  }

  /** Makes the cell that was begun a null. */
  null(): void {
    this.copy(nullCell);
  }

  /** Writes cells that are null. */
  nulls(count: number): void {
    for (let cell = 0; cell < count; cell++) {
      this.beginCell();
      this.null();
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

  /** Ends the line. */
  endLine(): void {
    this.byte(lineFeed);
    this.#hasCells = false;
  }
}
