import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';

/** Creates a transformation of content in an encoding to UTF-8. Invalid bytes become U+FFFD and are counted in `losses`. */
export const toUtf8 = (encoding: string, losses?: DecodingLosses) =>
  async function* (content: AsyncIterable<Buffer>): AsyncGenerator<Buffer | string> {
    if (!isUtf8Name(encoding)) {
      yield* decodeStream(content, encoding, losses);
      return;
    }
    for await (const chunk of content) {
      losses?.checkUtf8(chunk);
      yield chunk;
    }
    losses?.endUtf8();
  };

/** Decodes content in an encoding, without its byte-order mark. Invalid bytes become U+FFFD and are counted in `losses`. */
export async function* decodeStream(
  content: AsyncIterable<Buffer>,
  encoding: string,
  losses?: DecodingLosses,
): AsyncGenerator<string> {
  const decoder = iconv.getDecoder(encoding);
  const isUtf8Content = isUtf8Name(encoding);
  let pendingSurrogate = '';
  const completeText = (text: string): string => {
    const whole = (pendingSurrogate + text).toWellFormed();
    if (!isUtf8Content) losses?.checkText(encoding, whole);
    return whole;
  };
  for await (const chunk of content) {
    if (isUtf8Content) losses?.checkUtf8(chunk);
    const text = decoder.write(chunk);
    // Half a surrogate pair at the end waits for the other half.
    const endsInSurrogate = /[\uD800-\uDBFF]$/.test(text.slice(-1));
    const whole = completeText(endsInSurrogate ? text.slice(0, -1) : text);
    pendingSurrogate = endsInSurrogate ? text.slice(-1) : '';
    yield whole;
  }
  if (isUtf8Content) losses?.endUtf8();
  const rest = completeText(decoder.end() ?? '');
  if (rest !== '') yield rest;
}

/** Decodes content in any Unicode encoding, which is detected from its first chunk. */
export async function* decodeUnicodeStream(
  content: AsyncIterable<Buffer>,
  losses?: DecodingLosses,
): AsyncGenerator<string> {
  const chunks = content[Symbol.asyncIterator]();
  const first = await chunks.next();
  if (first.done === true) return;
  async function* withFirstChunk(beginning: Buffer): AsyncGenerator<Buffer> {
    yield beginning;
    yield* { [Symbol.asyncIterator]: () => chunks };
  }
  yield* decodeStream(withFirstChunk(first.value), detectUnicode(first.value), losses);
}

/** Decodes bytes, without a byte-order mark. */
export const decodeText = (bytes: Buffer, encoding: string): string =>
  isUtf8Name(encoding) ? bytes.toString('utf8').replace(/^\uFEFF/, '') : iconv.decode(bytes, encoding);

/** Decodes a value of a table; invalid bytes are counted in `losses`. */
export function decodeValue(bytes: Buffer, encoding: string, losses?: DecodingLosses): string {
  const text = decodeText(bytes, encoding);
  if (!losses || !text.includes('\uFFFD')) return text;
  if (!isUtf8Name(encoding)) losses.checkText(encoding, text);
  else if (!isUtf8(bytes)) losses.checkUtf8(bytes);
  return text;
}

/** A Unicode encoding. */
type UnicodeForm = 'utf-8' | 'utf-16le' | 'utf-16be' | 'utf-32le' | 'utf-32be';

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

/** Encodings offered as choices, the common ones first. Any other known encoding is accepted too. */
export const offeredEncodings = Object.freeze([
  'utf-8',
  'windows-1252',
  'iso-8859-1',
  'iso-8859-15',
  'macintosh',
  'cp850',
  'cp437',
  'utf-16le',
  'utf-16be',
  'utf-32le',
  'utf-32be',
  'windows-1250',
  'iso-8859-2',
  'cp852',
  'windows-1251',
  'koi8-r',
  'cp866',
  'iso-8859-5',
  'windows-1253',
  'iso-8859-7',
  'windows-1254',
  'windows-1255',
  'windows-1256',
  'windows-1257',
  'windows-874',
  'shift_jis',
  'euc-jp',
  'gb18030',
  'big5',
  'euc-kr',
]);

/** Whether this encoding is supported. */
export const isSupportedEncoding = (name: string): boolean => iconv.encodingExists(name);

/** Whether the name stands for UTF-8. */
const isUtf8Name = (encoding: string): boolean => /^utf-?8$/i.test(encoding.trim());
