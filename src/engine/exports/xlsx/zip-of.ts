import { addAbortSignal, PassThrough, Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** A file in a zip. */
export interface ZipPart {
  readonly name: string;
  readonly content: Iterable<string> | AsyncIterable<string>;
}

/** A fixed modification time, so that equal contents produce equal files. */
const dated = { mtime: new Date(2000, 0, 1), forceDosTimestamp: true };

/**
 * Zips parts as a stream: the next part is requested when the previous part has been read. A reader that stops early also
 * ends the source of the parts.
 */
export async function* zipOf(parts: AsyncIterable<ZipPart>): AsyncGenerator<Uint8Array> {
  const zip = new ZipFile();
  const output = new PassThrough();
  const fail = (error: Error): unknown => output.destroy(error);
  zip.outputStream.pipe(output);
  zip.on('error', fail);
  const stopped = new AbortController();
  const added = addParts(zip, parts, stopped.signal).catch(fail);
  try {
    yield* output as AsyncIterable<Buffer>;
  } finally {
    stopped.abort();
    await added;
  }
}

async function addParts(zip: ZipFile, parts: AsyncIterable<ZipPart>, signal: AbortSignal): Promise<void> {
  for await (const { name, content } of parts) {
    const stream = addAbortSignal(signal, Readable.from(content, { objectMode: false }));
    zip.addReadStream(stream, name, dated);
    await finished(stream);
  }
  zip.end();
}
