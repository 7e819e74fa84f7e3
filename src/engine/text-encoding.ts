import { isUtf8 } from 'node:buffer';
import { PassThrough } from 'node:stream';
import { detect } from 'chardet';
import iconv from 'iconv-lite';

/** Whether content of this encoding can be read. */
export const isEncoding = (name: string): boolean => iconv.encodingExists(name);

const isPlainUtf8 = (encoding: string): boolean => /^utf-?8$/i.test(encoding.trim());

/** A stream from bytes of the encoding to UTF-8. Bytes that mean nothing become U+FFFD. */
export const toUtf8 = (encoding: string): NodeJS.ReadWriteStream =>
  isPlainUtf8(encoding) ? new PassThrough() : iconv.decodeStream(encoding);

/** The text of some bytes, without a byte-order mark. */
export const decodeText = (bytes: Buffer, encoding: string): string =>
  isPlainUtf8(encoding) ? bytes.toString('utf8').replace(/^\uFEFF/, '') : iconv.decode(bytes, encoding);

/** The bytes up to the last that cannot be the beginning of a cut UTF-8 character. */
function withoutCutCharacter(bytes: Buffer): Buffer {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back] ?? 0;
    if (byte >= 0xc0) return bytes.subarray(0, -back);
    if (byte < 0x80) break;
  }
  return bytes;
}

/** As much as tells an encoding; more takes long. */
const telling = 65_536;

/** The form of Unicode that bytes begin in: by their byte-order mark, else by where the zeros of ASCII characters stand. */
export function unicodeOf(bytes: Buffer): 'utf-8' | 'utf-16le' | 'utf-16be' {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return 'utf-16le';
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return 'utf-16be';
  const zeros = [0, 0];
  const looked = Math.min(bytes.length, 1_024) & ~1;
  for (let at = 0; at < looked; at++) if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // A third of the characters is ASCII in any table: its marks and line ends are.
  if (odd > looked / 6 && even <= odd / 10) return 'utf-16le';
  return even > looked / 6 && odd <= even / 10 ? 'utf-16be' : 'utf-8';
}

/** The encoding that reads the bytes best; UTF-8 whenever they are valid UTF-8. */
export function guessEncoding(bytes: Buffer, truncated: boolean): string {
  const unicode = unicodeOf(bytes);
  if (unicode !== 'utf-8') return unicode;
  if (isUtf8(bytes) || (truncated && isUtf8(withoutCutCharacter(bytes)))) return 'utf-8';
  const found = detect(bytes.subarray(0, telling))?.toLowerCase() ?? '';
  // Windows-1252 reads all of ISO-8859-1, and what is called the latter is mostly the former.
  return found === '' || found === 'utf-8' || found === 'iso-8859-1' || !isEncoding(found) ? 'windows-1252' : found;
}

/** Content in any form of Unicode as text, without its byte-order mark. */
export async function* unicodeText(content: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  for await (const chunk of content) {
    decoder ??= new TextDecoder(unicodeOf(chunk));
    yield decoder.decode(chunk, { stream: true });
  }
  if (decoder) yield decoder.decode();
}
