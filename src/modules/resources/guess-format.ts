import type { RequestContext } from '#api/context.ts';
import { type ExtractorGuess, guessExtractors, guessParams } from '#engine/extractors/guess.ts';
import type { DatasourceReader } from '#engine/datasource/datasource.ts';
import type { ExtractorParamsGuess } from './resource.type.ts';
import { checkExtraction } from './resource.rules.ts';
import { readWithinRequest } from './resource-reader.ts';
import { addAbortSignal } from 'node:stream';
import type { Sample } from '#engine/extractors/extractor.ts';

/** The possible formats of a source, the likeliest first. */
export const guessFormats = (ctx: RequestContext, reader: DatasourceReader): Promise<ExtractorGuess[]> =>
  readWithinRequest(ctx, async (signal) => guessExtractors(await readSample(reader, signal)));

/** The likeliest parameters for the extractor of a type; fails INVALID_INPUT at `type` when there is no such extractor. */
export async function guessParameters(
  ctx: RequestContext,
  reader: DatasourceReader,
  type: string,
): Promise<ExtractorParamsGuess> {
  checkExtraction(type, {});
  return readWithinRequest(ctx, async (signal) => ({
    extractor: type,
    params: await guessParams(type, await readSample(reader, signal)),
  }));
}

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
