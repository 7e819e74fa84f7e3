import { Readable } from 'node:stream';

/**
 * Converts chunks to a stream. The reader of the stream receives its errors. Without the listener, an error before the first read would
 * end the process.
 */
export function toReadable(chunks: AsyncIterable<Buffer>): Readable {
  const stream = Readable.from(chunks, { objectMode: false });
  stream.on('error', () => undefined);
  return stream;
}
