import { isUtf8 } from 'node:buffer';
import { guessEncoding } from '../encodings/guess-encoding.ts';
import { decodeText, detectUnicode, isSupportedEncoding } from '../encodings/text-encoding.ts';

/** How far an XML declaration reaches, in bytes. */
const declarationLength = 200;
/** How much is looked at to guess an encoding, in bytes. */
const sampleLength = 262_144;

/**
 * Decodes an answer: by its byte order mark, by what its header or its XML declaration names, as UTF-8, or by what fits best. A name that the
 * bytes contradict does not count.
 */
export async function decodeAnswer(bytes: Buffer, contentType: string | undefined): Promise<string> {
  const unicode = detectUnicode(bytes);
  if (unicode !== 'utf-8') return decodeText(bytes, unicode);
  if (isUtf8(bytes)) return decodeText(bytes, unicode);
  const named = [charsetOf(contentType), declaredEncoding(bytes)].find(
    (name) => name !== undefined && !/^utf-?8$/i.test(name) && isSupportedEncoding(name),
  );
  if (named !== undefined) return decodeText(bytes, named);
  const { encoding } = await guessEncoding(bytes.subarray(0, sampleLength), bytes.length > sampleLength);
  return decodeText(bytes, encoding);
}

const charsetOf = (contentType = ''): string | undefined => /charset\s*=\s*"?([\w.:-]+)/i.exec(contentType)?.[1];

const declaredEncoding = (bytes: Buffer): string | undefined =>
  /^\s*<\?xml[^>]*encoding\s*=\s*["']([\w.:-]+)["']/i.exec(bytes.toString('latin1', 0, declarationLength))?.[1];
