import { fail } from '../../kernel/fail.ts';
import { maxWholeFile } from './limits.ts';

/** Passes chunks on. Fails EXTRACTION_FAILED beyond `maxBytes`. */
export async function* limitBytes(content: AsyncIterable<Buffer>, maxBytes = maxWholeFile): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > maxBytes)
      fail('EXTRACTION_FAILED', {
        reason: `the file is larger than ${maxBytes} bytes, the limit of this format`,
      });
    yield chunk;
  }
}
