import { pipeline, Transform, type Readable } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { decompressionLimits } from '#kernel/decompression-limits.ts';
import { CatalogError, fail } from '#kernel/fail.ts';
import { ByteLimiter, limitStream, type StreamLimits } from './limit-stream.ts';

const decoders = new Map<string, () => Transform>([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress],
]);

/** The content encodings that a fetch accepts. */
export const acceptedEncodings = 'gzip, br';

/** How a body is decoded. The limit holds for the received bytes and for the decoded bytes. */
export interface BodySettings extends Pick<StreamLimits, 'maxBytes' | 'failure'> {
  readonly progress: NonNullable<StreamLimits['progress']>;
  readonly encoding: string | undefined;
}

/** A body without its content encoding. */
export interface DecodedBody {
  /** The decoded bytes. The stream fails SOURCE_FAILED at a limit. Destroying the stream destroys the received body. */
  readonly content: Readable;
  /** Returns the number of bytes received so far; undefined when the received bytes are the content itself. */
  readonly receivedBytes: (() => number) | undefined;
}

/** Decodes a body. Fails SOURCE_FAILED for an unknown encoding. */
export function decodeBody(
  received: Readable,
  { encoding = 'identity', maxBytes, progress, failure }: BodySettings,
): DecodedBody {
  const name = encoding.trim().toLowerCase();
  const decoder = decoders.get(name)?.();
  if (!decoder && name !== 'identity' && name !== '')
    fail('SOURCE_FAILED', {
      reason: `its content encoding is not supported; use ${[...decoders.keys()].join(', ')} or no content encoding.`,
    });
  if (!decoder) return { content: limitStream(received, { maxBytes, progress, failure }), receivedBytes: undefined };
  // Endless compressed data may decode to nothing, so the received bytes are limited too.
  const meter = new ByteLimiter(maxBytes);
  const decoded = pipeline(
    received,
    meter,
    decoder,
    expansionLimiter(() => meter.bytes),
    () => {
      // `limitStream` reports the error to the reader
    },
  );
  const receivedBytes = () => meter.bytes;
  const content = limitStream(decoded, { maxBytes, progress: { ...progress, receivedBytes }, failure });
  return { content, receivedBytes };
}

/** Fails SOURCE_FAILED when the decoded bytes exceed what the received bytes may expand to. */
function expansionLimiter(receivedBytes: () => number): Transform {
  const { freeBytes, maxRatio } = decompressionLimits;
  let bytes = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      bytes += chunk.length;
      if (bytes <= freeBytes || bytes <= maxRatio * receivedBytes()) done(null, chunk);
      else done(new CatalogError('SOURCE_FAILED', { reason: expandsTooFar }));
    },
  });
}

const expandsTooFar = `its content encoding expands it to more than ${decompressionLimits.maxRatio} times the bytes received. Serve the data without Content-Encoding.`;
