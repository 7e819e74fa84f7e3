import { Readable } from 'node:stream';

/** A stream of chunks. Its errors are thrown to its reader; without the listener, an error before reading would end the process. */
export function streamOf(chunks: AsyncIterable<Buffer>): Readable {
  const stream = Readable.from(chunks, { objectMode: false });
  stream.on('error', () => undefined);
  return stream;
}
