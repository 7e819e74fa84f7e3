import { isUtf8 } from 'node:buffer';
import { guessEncoding } from '../encodings/guess-encoding.ts';
import type { Readable } from 'node:stream';
import { peekBytes } from '../archives/packed-format.ts';
import { decodeStream, decodeText, detectUnicode, isSupportedEncoding } from '../encodings/text-encoding.ts';

/** How far an XML declaration reaches, in bytes. */
const declarationLength = 200;
/** How much is looked at to guess an encoding, in bytes. */
const sampleLength = 262_144;
/** How long a slow server is waited for until what has arrived is the beginning. */
const peekTimeoutMs = 10_000;

/**
 * Decodes an answer: by its byte order mark, by what its header or its XML declaration names, as UTF-8, or by what fits best. A name that the
 * bytes contradict does not count.
 */
export const decodeAnswer = async (bytes: Buffer, contentType: string | undefined): Promise<string> =>
  decodeText(bytes, await encodingOf(bytes, isUtf8(bytes), contentType));

/**
 * Decodes an answer as it arrives, by the rules of `decodeAnswer`: what it names counts before its beginning, which may be UTF-8 by chance.
 * `beginning` shows what it is, and `chunks` are all of it.
 */
export async function decodeBody(
  body: Readable,
  contentType: string | undefined,
): Promise<{ readonly beginning: string; readonly chunks: AsyncIterable<string> }> {
  const bytes = await peekBytes(body, sampleLength, peekTimeoutMs);
  const isAscii = bytes.every((byte) => byte < 0x80);
  const encoding = await encodingOf(bytes, !isAscii && isUtf8Beginning(bytes), contentType);
  return { beginning: decodeText(bytes, encoding), chunks: decodeStream(body, encoding) };
}

async function encodingOf(bytes: Buffer, isUtf8Text: boolean, contentType: string | undefined): Promise<string> {
  const unicode = detectUnicode(bytes);
  if (unicode !== 'utf-8' || isUtf8Text) return unicode;
  const named = [charsetOf(contentType), declaredEncoding(bytes)].find(
    (name) => name !== undefined && !/^utf-?8$/i.test(name) && isSupportedEncoding(name),
  );
  if (named !== undefined) return named;
  if (isUtf8Beginning(bytes)) return unicode;
  return (await guessEncoding(bytes.subarray(0, sampleLength), bytes.length > sampleLength)).encoding;
}

/** Whether bytes are UTF-8 up to a character that may be cut. */
const isUtf8Beginning = (bytes: Buffer): boolean =>
  [0, 1, 2, 3].some((cut) => isUtf8(bytes.subarray(0, Math.max(0, bytes.length - cut))));

const charsetOf = (contentType = ''): string | undefined => /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1];

const declaredEncoding = (bytes: Buffer): string | undefined =>
  /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/i.exec(bytes.toString('latin1', 0, declarationLength))?.[1];
