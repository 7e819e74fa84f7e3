import { finished, pipeline, type Readable, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { fail } from '../../kernel/fail.ts';
import { limited } from './limited.ts';

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip], ['x-gzip', createGunzip], ['deflate', createInflate], ['br', createBrotliDecompress],
]);

/** The content encodings that a fetch offers to accept. */
export const acceptedEncodings = 'gzip, br';

/** How a body is read. */
export interface BodySettings {
  readonly encoding: string | undefined;
  /** The most bytes, both as sent and as decoded. */
  readonly maxBytes: number;
  /** Turns what ended the body early into what its reader is told. */
  readonly failure: (error: Error) => Error;
}

/** The decoded body, cut with SOURCE_FAILED at the limit. Destroying it destroys the body as it was sent. */
export function decodeBody(sent: Readable, { encoding = 'identity', maxBytes, failure }: BodySettings): Readable {
  const name = encoding.trim().toLowerCase();
  const decoder = decoders.get(name)?.();
  if (!decoder && name !== 'identity' && name !== '') {
    fail('SOURCE_FAILED', { reason: `its content encoding is none of ${[...decoders.keys()].join(', ')}.` });
  }
  // What is sent is limited too: compressed data can go on for ever and decode to nothing.
  const decoded = decoder ? pipeline(sent, limited(maxBytes), decoder, () => { /* `finished` tells of it below. */ }) : sent;
  const body = limited(maxBytes);
  finished(decoded, (error) => { if (error) body.destroy(failure(error)); });
  body.once('close', () => { decoded.destroy(); });
  // A source may break off before anybody reads; whoever then reads is told, and nobody listening must not end the process.
  body.on('error', () => { /* The state of the stream keeps it. */ });
  return decoded.pipe(body);
}
