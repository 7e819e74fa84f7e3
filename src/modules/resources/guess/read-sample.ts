import { addAbortSignal } from 'node:stream';
import type { Sample } from '#engine/extractors/extractor.ts';
import type { DatasourceReader } from '#engine/datasource/datasource-reader.ts';

/** The size of the sample that a format is guessed from, in bytes. */
const sampleSize = 256 * 1024;

/** The beginning of a datasource. The rest is read only for a format that needs the whole file. */
export async function readSample(reader: DatasourceReader, signal: AbortSignal): Promise<Sample> {
  const { filename, mimetype, content } = await reader.openStream(signal);
  const bytes: AsyncIterable<Buffer> = addAbortSignal(signal, content);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of bytes) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > sampleSize) break;
  }
  return {
    filename,
    mimetype,
    bytes: Buffer.concat(chunks).subarray(0, sampleSize),
    truncated: size > sampleSize,
    openStream: async () => addAbortSignal(signal, (await reader.openStream(signal)).content),
  };
}
