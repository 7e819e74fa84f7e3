import { assertContentMatches, assertSupported, unpackSample } from '../archives/unpack.ts';
import { mayBeTextKind, type RecognisedFormat } from '../archives/packed-format.ts';
import type { RawParams } from '../parameters.ts';
import { failForFormat, recogniseFormat } from '../datasource/recognise-format.ts';
import { parametersFor } from './extraction.ts';
import type { Extractor, Sample } from './extractor.ts';
import { extractorOf, extractors } from './registry.ts';

/** A format that the sample may be of. */
export interface ExtractorGuess extends Pick<Extractor, 'type' | 'label' | 'parameters'> {
  /** How likely the sample is of this format, 0 to 1. */
  readonly confidence: number;
}

/** The maximum number of layers: the sample, and the contents of nested archives. */
const maxLayers = 4;
const allExtensions = [...new Set(extractors.flatMap(({ extensions }) => extensions))];

/**
 * The formats that the sample may be of, the likeliest first. Packed content is unpacked, unless it is of a format whose files are
 * archives themselves. Fails EXTRACTION_FAILED, with the name of the format, for a file of a known format that is not supported.
 */
export async function guessExtractors(sample: Sample): Promise<ExtractorGuess[]> {
  const layers = await layersOf(sample, allExtensions);
  for (const layer of layers) {
    const isInnermost = layer === layers.at(-1);
    const recognised = recogniseFormat(layer.bytes);
    const candidates = extractors
      // A document of an unsupported format can still be listed as a file. Only formats whose files are archives read a packed layer.
      .filter((extractor) => (recognised ? mayRead(recognised, extractor) : isInnermost || extractor.ownsArchive))
      .filter(({ content }) => !content || mayBeTextKind(layer.bytes, content));
    const guesses = await Promise.all(
      candidates.map(async (extractor) => ({
        type: extractor.type,
        label: extractor.label,
        parameters: parametersFor(extractor, sample),
        confidence: await extractor.confidence(layer),
      })),
    );
    const likely = guesses.filter(({ confidence }) => confidence > 0);
    if (likely.length > 0) return likely.toSorted((a, b) => b.confidence - a.confidence);
    if (recognised) failForFormat(recognised);
  }
  return [];
}

/** Whether an extractor is a guess for a file of a recognised format: it reads the format, or lists the document as a file. */
const mayRead = (recognised: RecognisedFormat, { accepts, acceptsAnyFile = false }: Extractor): boolean =>
  acceptsAnyFile ? recognised.isDocument === true : recognised.kind !== undefined && recognised.kind === accepts;

/** The parameters of an extractor that fit the sample best, packed or not. */
export async function guessParams(type: string, sample: Sample): Promise<RawParams> {
  const extractor = extractorOf(type);
  return extractor.guess(await layerFor(extractor, sample));
}

/** The layer of a sample that an extractor reads. Fails EXTRACTION_FAILED for content of another format. */
async function layerFor(extractor: Extractor, sample: Sample): Promise<Sample> {
  const layers = await layersOf(sample, extractor.extensions);
  if (extractor.ownsArchive) {
    for (const layer of layers) if ((await extractor.confidence(layer)) > 0) return layer;
  }
  const innermost = layers.at(-1) ?? sample;
  for (const { bytes } of layers) {
    if (bytes !== innermost.bytes) assertSupported(recogniseFormat(bytes), extractor);
  }
  assertContentMatches(innermost.bytes, extractor);
  return innermost;
}

/** The sample, its content when it is packed, the content of that content, and so on. */
async function layersOf(sample: Sample, extensions: readonly string[]): Promise<Sample[]> {
  const layers = [sample];
  for (
    let inner = await unpackSample(sample, extensions);
    inner && layers.length < maxLayers;
    inner = await unpackSample(inner, extensions)
  )
    layers.push(inner);
  return layers;
}
