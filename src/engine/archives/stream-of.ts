import { Readable } from 'node:stream';

/** A stream of bytes made of chunks. What goes wrong is thrown where it is read; before that it must not end the process. */
export function streamOf(chunks: AsyncIterable<Buffer>): Readable {
  const stream = Readable.from(chunks, { objectMode: false });
  stream.on('error', () => undefined);
  return stream;
}
