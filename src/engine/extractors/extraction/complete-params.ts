import type { Readable } from 'node:stream';
import { truncate } from '#kernel/text.ts';
import { peekBytes } from '#engine/archives/detect-compression.ts';
import type { RawParams } from '#engine/parameters/parameter.ts';
import type { Extractor } from '../extractor.ts';
import type { FileNotes } from './file-notes.ts';

/** The number of bytes from which parameters are guessed, as for a guess on request. */
const sampleLength = 256 * 1024;
/** How long a publication waits for these bytes, so that a slow source shows progress. */
const sampleTimeoutMs = 1_000;
const maxFilenameLength = 100;

/** A file whose content has not been read. */
interface UnreadFile {
  readonly filename: string;
  readonly content: Readable;
  readonly language?: string | undefined;
}

/**
 * The parameters that a file is read with: those given, and for those left out what its beginning suggests. `notes` receives what was
 * assumed, where it differs from the default, and doubts about what was given.
 */
export async function completeParams(
  extractor: Extractor,
  params: RawParams,
  { filename, content, language }: UnreadFile,
  notes: FileNotes,
): Promise<RawParams> {
  if (!extractor.complete || Object.keys(extractor.check(params)).length > 0) return params;
  const start = performance.now();
  const bytes = await peekBytes(content, sampleLength, sampleTimeoutMs);
  const truncated = bytes.length >= sampleLength || performance.now() - start >= sampleTimeoutMs;
  const given = Object.fromEntries(Object.entries(params).filter(([, value]) => value !== null));
  const shortName = truncate(filename, maxFilenameLength);
  const sample = { filename, mimetype: null, bytes, truncated, language };
  const { guessed, alternatives, doubts } = await extractor.complete(given, sample);
  const assumed = extractor.parameters
    .filter(
      ({ name, default: fallback = '' }) => !(name in given) && name in guessed && textOf(guessed[name]) !== fallback,
    )
    .map(({ name }) => name + ' ' + JSON.stringify(guessed[name]) + describeAlternatives(alternatives[name]));
  if (assumed.length > 0) notes.assume(`Assumed from the content of ${shortName}: ${assumed.join(', ')}.`);
  for (const doubt of doubts) notes.doubt(`${shortName}: ${doubt}`);
  return { ...guessed, ...given };
}

/** A parameter as the text of its default is written. */
const textOf = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value));

const describeAlternatives = (values: readonly string[] = []): string =>
  values.length > 0 ? ` (${values.join(' or ')} would fit nearly as well)` : '';
