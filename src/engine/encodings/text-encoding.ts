import { isUtf8 } from 'node:buffer';
import iconv from 'iconv-lite';
import type { DecodingLosses } from './decoding-losses.ts';
import { isUtf8Name } from './known-encodings.ts';
import { detectUnicode } from './detect-unicode.ts';

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
