import { Transform } from 'node:stream';
import { CatalogError } from '../../kernel/fail.ts';

/** The most bytes of one source, whatever the protocol. */
export const maxSourceBytes = 4 * 2 ** 30;

/** Passes bytes on, and fails SOURCE_FAILED when there are more than are allowed. */
export function limited(maxBytes: number): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(tooLarge(maxBytes));
      else done(null, chunk);
    },
  });
}

/** The failure of a source that sends more than is allowed. */
export const tooLarge = (maxBytes: number): CatalogError =>
  new CatalogError('SOURCE_FAILED', { reason: `it is larger than the ${maxBytes} bytes allowed here.` });
