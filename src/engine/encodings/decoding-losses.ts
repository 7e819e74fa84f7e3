import { isUtf8 } from 'node:buffer';

const replacement = Buffer.from('\uFFFD');

/** How much of a file is searched for line ends, in bytes or characters. A first loss beyond this limit is reported without a line. */
const maxCounted = 16 * 2 ** 20;

function countIn(content: Buffer | string, searched: string | Buffer): number {
  let count = 0;
  for (
    let offset = indexIn(content, searched, 0);
    offset !== -1;
    offset = indexIn(content, searched, offset + searched.length)
  )
    count++;
  return count;
}

const indexIn = (content: Buffer | string, searched: string | Buffer, from: number): number =>
  typeof content === 'string' ? content.indexOf(String(searched), from) : content.indexOf(searched, from);

/** How many bytes at the end belong to an incomplete UTF-8 character. */
export function incompleteLength(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    const isFirstByte = byte >= 0xc0;
    if (isFirstByte) return back < characterLength(byte) ? back : 0;
    if (byte < 0x80) break;
  }
  return 0;
}

/** The length in bytes of a UTF-8 character beyond ASCII, by its first byte. */
function characterLength(firstByte: number): number {
  if (firstByte >= 0xf0) return 4;
  return firstByte >= 0xe0 ? 3 : 2;
}

/** Counts the bytes of one file that are invalid in its encoding and were replaced by U+FFFD. */
export class DecodingLosses {
  #encoding = 'utf-8';
  #count = 0;
  #firstLine = 0;
  /** The number of line ends before the first loss. */
  #lines = 0;
  /** The length of the content checked so far. */
  #counted = 0;
  /** The beginning of a character that continues in the next bytes. */
  #incomplete: Buffer = Buffer.alloc(0);

  /** The count of replacement characters. */
  get count(): number {
    return this.#count;
  }

  /** The error message for a value that holds a replacement character. */
  get message(): string {
    const where = this.#firstLine > 0 ? `; the first ones are at line ${this.#firstLine}` : '';
    return `Bytes that are invalid in the encoding ${this.#encoding} were replaced by U+FFFD${where}.`;
  }

  /** A sentence for the status of a publication. */
  summaryOf(filename: string): string {
    const where = this.#firstLine > 0 ? `, first at line ${this.#firstLine}` : '';
    const places = this.#count === 1 ? 'in one place' : `in ${this.#count} places`;
    return `${filename}: bytes that are invalid in the encoding ${this.#encoding} were replaced by U+FFFD ${places}${where}.`;
  }

  /** Checks the next bytes of UTF-8. */
  checkUtf8(chunk: Buffer): void {
    const bytes = this.#incomplete.length > 0 ? Buffer.concat([this.#incomplete, chunk]) : chunk;
    const cut = incompleteLength(bytes);
    const whole = bytes.subarray(0, bytes.length - cut);
    this.#incomplete = Buffer.from(bytes.subarray(bytes.length - cut));
    if (isUtf8(whole)) this.#countLines(whole);
    else this.#addLosses('utf-8', whole.toString('utf8'), countIn(whole, replacement));
  }

  /** Ends the check of UTF-8: an incomplete character is a loss. */
  endUtf8(): void {
    if (this.#incomplete.length > 0) this.#addLosses('utf-8', '\uFFFD', 0);
  }

  /** Checks the next text decoded from another encoding. Every U+FFFD counts as a loss, because most other encodings cannot express this character. */
  checkText(encoding: string, text: string): void {
    if (text.includes('\uFFFD')) this.#addLosses(encoding, text, 0);
    else this.#countLines(text);
  }

  #countLines(content: Buffer | string): void {
    this.#counted += content.length;
    if (this.#count === 0 && this.#counted <= maxCounted) this.#lines += countIn(content, '\n');
  }

  /** `original` is the number of replacement characters that the file itself contains. */
  #addLosses(encoding: string, text: string, original: number): void {
    const lost = countIn(text, '\uFFFD') - original;
    if (this.#count === 0 && lost > 0) {
      this.#encoding = encoding;
      if (this.#counted <= maxCounted)
        this.#firstLine = this.#lines + countIn(text.slice(0, text.indexOf('\uFFFD')), '\n') + 1;
    }
    this.#count += Math.max(0, lost);
  }
}
