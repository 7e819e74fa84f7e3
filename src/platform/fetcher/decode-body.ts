import { pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { fail } from '../../kernel/fail.ts';
import { limitStream, byteLimiter, type StreamLimits } from './limit-stream.ts';

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The content encodings that a fetch offers to accept. */
export const acceptedEncodings = 'gzip, br';

/** How a body is read; its limit holds both for what is sent and for what is decoded. */
export interface BodySettings extends StreamLimits {
  readonly encoding: string | undefined;
}

/** The decoded body, cut with SOURCE_FAILED at the limit. Destroying it destroys the body as it was sent. */
export function decodeBody(sent: Readable, { encoding = 'identity', maxBytes, failure }: BodySettings): Readable {
  const name = encoding.trim().toLowerCase();
  const decoder = decoders.get(name)?.();
  if (!decoder && name !== 'identity' && name !== '') {
    fail('SOURCE_FAILED', { reason: `its content encoding is none of ${[...decoders.keys()].join(', ')}.` });
  }
  if (!decoder) return limitStream(sent, { maxBytes, failure });
  // Compressed data can go on for ever and decode to nothing. How it ends, the decoder tells.
  return limitStream(
    pipeline(sent, byteLimiter(maxBytes), decoder, () => {
      /* `limited` hears it. */
    }),
    { maxBytes, failure },
  );
}
