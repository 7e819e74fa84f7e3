import { finished, Transform, type Readable } from 'node:stream';
import { CatalogError } from '../../kernel/fail.ts';

/** The most bytes of one source, whatever the protocol. */
export const maxSourceBytes = 4 * 2 ** 30;

/** How a stream is limited. */
export interface StreamLimits {
  readonly maxBytes: number;
  /** What the source has said that it would send; nothing where the protocol sees to it. */
  readonly minBytes?: number;
  /** Turns what ended the stream early into what its reader is told. */
  readonly failure: (error: Error) => Error;
}

/** The same bytes, cut with SOURCE_FAILED at the limit, or where too few have come. Destroying them destroys the stream that they come from. */
export function limitStream(sent: Readable, { maxBytes, minBytes, failure }: StreamLimits): Readable {
  const body = byteLimiter(maxBytes, minBytes);
  finished(sent, (error) => {
    if (error) body.destroy(failure(error));
  });
  body.once('close', () => {
    sent.destroy();
  });
  // A source may break off before anybody reads; whoever then reads is told, and nobody listening must not end the process.
  body.on('error', () => {
    /* The state of the stream keeps it. */
  });
  return sent.pipe(body);
}

/** Passes bytes on, and fails SOURCE_FAILED when there are more or fewer than are allowed. */
export function byteLimiter(maxBytes: number, minBytes = 0): Transform {
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes > maxBytes) done(tooLarge(maxBytes));
      else done(null, chunk);
    },
    flush(done) {
      done(
        bytes < minBytes
          ? new CatalogError('SOURCE_FAILED', { reason: `it ended after ${bytes} of its ${minBytes} bytes.` })
          : null,
      );
    },
  });
}

/** The failure of a source that sends more than is allowed. */
export const tooLarge = (maxBytes: number): CatalogError =>
  new CatalogError('SOURCE_FAILED', { reason: `it is larger than the ${maxBytes} bytes allowed here.` });
