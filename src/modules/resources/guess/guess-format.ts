import type { RequestContext } from '#api/context.ts';
import { guessExtractors, guessParams, type ExtractorGuess } from '#engine/extractors/guessing/guess.ts';
import type { DatasourceReader } from '#engine/datasource/datasource-reader.ts';
import type { ExtractorParamsGuess } from './guess.type.ts';
import { checkExtraction } from '../resource.rules.ts';
import { readSample } from './read-sample.ts';
import { readWithinRequest } from '../reading/read-within-request.ts';

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
