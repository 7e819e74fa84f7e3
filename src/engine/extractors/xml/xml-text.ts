import type { Readable } from 'node:stream';
import { fail } from '#kernel/fail.ts';
import { peekBytes } from '#engine/archives/detect-compression.ts';
import type { DecodingLosses } from '#engine/encodings/decoding-losses.ts';
import { isSupportedEncoding } from '#engine/encodings/known-encodings.ts';
import { decodeStream } from '#engine/encodings/text-encoding.ts';
import { detectUnicode } from '#engine/encodings/detect-unicode.ts';

/**
 * Detects the encoding of XML by its byte-order mark or zero bytes, else by its declaration (XML 1.0, appendix F). Fails
 * EXTRACTION_FAILED for an unknown encoding.
 */
export function detectXmlEncoding(beginning: Buffer): string {
  const unicode = detectUnicode(beginning);
  if (unicode !== 'utf-8') return unicode;
  const [, declared = 'utf-8'] =
    /^(?:\xef\xbb\xbf)?\s*<\?xml[^>]*?\sencoding\s*=\s*["']([\w.:-]{1,40})["']/.exec(beginning.toString('latin1')) ??
    [];
  // The declaration was read as one byte per character, so the encoding cannot be UTF-16 or UTF-32.
  if (/^(utf-?16|ucs-?2|utf-?32)/i.test(declared)) return 'utf-8';
  return isSupportedEncoding(declared)
    ? declared
    : fail('EXTRACTION_FAILED', {
        reason: `the file declares the encoding ${declared}, which is not supported; use utf-8`,
      });
}

/** XML content as text, without its byte-order mark. */
export async function* decodeXml(content: Readable, losses?: DecodingLosses): AsyncGenerator<string> {
  yield* decodeStream(content, detectXmlEncoding(await peekBytes(content)), losses);
}
