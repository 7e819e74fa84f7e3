import { basename } from 'node:path';
import { addAbortSignal, type Readable } from 'node:stream';
import { constants, createGunzip, createInflateRaw, type Gunzip, type InflateRaw } from 'node:zlib';
import { fail } from '#kernel/fail.ts';
import { listNames } from '#kernel/text.ts';
import { failForFormat, recogniseArchive, recogniseFormat } from '../datasource/recognise-format.ts';
import { writeTemporaryFile } from '../datasource/datasource.ts';
import { ByteBudget, deflated, inflate, toReadable } from './inflate.ts';
import {
  assertTextKind,
  chooseEntries,
  detectCompression,
  isZip,
  type PackedFormat,
  peekBytes,
  type RecognisedFormat,
  withoutCompressionExtension,
} from './packed-format.ts';
import { chooseLocalEntry, ZipArchive } from './zip-archive.ts';
import type { Sample } from '../extractors/extractor.ts';

/** Content with the name of its file. */
interface NamedContent {
  readonly filename: string;
  readonly content: Readable;
  /** The names of the files of its archive that are read, itself included. */
  readonly siblings?: readonly string[];
}

/** How deep archives may be nested. */
const maxDepth = 3;

/** One level of nested archives. */
interface Layer {
  readonly format: PackedFormat;
  /** The name of the only file to read; empty for all. */
  readonly wanted: string;
  readonly signal: AbortSignal;
  /** The number of archives around this level. */
  readonly depth: number;
  /** Shared by all archives of one source. */
  readonly budget?: ByteBudget;
}

/**
 * Returns the files of a format in a source, one after another: the source itself, or the files inside it when it is packed by
 * gzip or zip, nested archives included. The compression is detected from the bytes, not from the name. Each file must be read
 * before the next one is requested. Fails EXTRACTION_FAILED for archives that are damaged, encrypted, too deep or too large,
 * for files of unsupported formats, and where there is no file of the name `wanted`.
 */
export const unpackFiles = (
  source: NamedContent,
  format: PackedFormat,
  signal: AbortSignal,
  wanted = '',
): AsyncGenerator<NamedContent> => filesOf(source, { format, wanted, signal, depth: 0 });

async function* filesOf(source: NamedContent, layer: Layer): AsyncGenerator<NamedContent> {
  const beginning = await peekBytes(source.content);
  // For a format that accepts any file, only the outermost zip archive is unpacked. All other packed files stay unchanged.
  const isTakenUnchanged = layer.format.acceptsAnyFile === true && (layer.depth > 0 || !isZip(beginning));
  const compression = isTakenUnchanged ? null : detectCompression(beginning);
  if (compression === null) {
    assertContentMatches(beginning, layer.format);
    yield source;
  } else if (layer.depth === maxDepth)
    fail('EXTRACTION_FAILED', { reason: `archives are nested more than ${maxDepth} deep` });
  else if (compression === 'gzip') yield* fileOfGzip(source, layer);
  else yield* filesOfZip(source, layer);
}

async function* fileOfGzip({ filename, content }: NamedContent, layer: Layer): AsyncGenerator<NamedContent> {
  const gunzip = createGunzip({ chunkSize: 65_536 });
  const budget = layer.budget ?? new ByteBudget(() => gunzip.bytesWritten);
  const inner = toReadable(inflate(content, gunzip, budget));
  yield* filesInside({ filename: withoutCompressionExtension(filename), content: inner }, { ...layer, budget });
}

async function* filesOfZip({ filename, content }: NamedContent, layer: Layer): AsyncGenerator<NamedContent> {
  const file = await writeTemporaryFile(content);
  try {
    const budget = layer.budget ?? new ByteBudget(() => file.size);
    const archive = await ZipArchive.open(file, budget);
    const names = archive.entries.map(({ name }) => name);
    assertSupported(recogniseArchive(names), layer.format);
    if (layer.format.ownsArchive?.(names) === true) {
      yield { filename, content: addAbortSignal(layer.signal, file.openStream()) };
      return;
    }
    const entries = chooseEntries(archive.entries, layer.format, layer.wanted);
    if (entries.length === 0)
      fail('EXTRACTION_FAILED', {
        reason:
          names.length > 0
            ? `the archive has no file ${layer.wanted}; its files are ${listNames(names)}`
            : 'the archive contains no files',
      });
    const siblings = entries.map(({ name }) => name);
    for (const { name } of entries) {
      const inner = await archive.read(name);
      if (inner)
        yield* filesInside(
          { filename: layer.format.acceptsAnyFile === true ? name : basename(name), content: inner, siblings },
          { ...layer, budget },
        );
    }
  } finally {
    await file.close();
  }
}

/** The files in the content of an archive's entry. */
async function* filesInside(inner: NamedContent, layer: Layer): AsyncGenerator<NamedContent> {
  addAbortSignal(layer.signal, inner.content);
  try {
    yield* filesOf(inner, { ...layer, depth: layer.depth + 1 });
  } finally {
    inner.content.destroy();
  }
}

/** How much of the unpacked content is sampled, in bytes. */
const sampleSize = 256 * 1024;
/** Makes the inflater return the content that it has unpacked when its input is truncated. */
const partialInput = { finishFlush: constants.Z_SYNC_FLUSH };

/** Unpacks one layer of a packed sample; null when the sample is not packed or cannot be unpacked. */
export async function unpackSample(sample: Sample, extensions: readonly string[]): Promise<Sample | null> {
  const compression = detectCompression(sample.bytes);
  if (compression === null) return null;
  if (compression === 'gzip') {
    return {
      filename: withoutCompressionExtension(sample.filename),
      mimetype: null,
      ...(await unpackBeginning(sample.bytes, createGunzip(partialInput), sample.truncated)),
    };
  }
  const entry = chooseLocalEntry(sample.bytes, extensions);
  if (!entry) return null;
  const { name, bytes, method, isCut } = entry;
  const inner =
    method === deflated
      ? await unpackBeginning(bytes, createInflateRaw(partialInput), isCut)
      : { bytes: bytes.subarray(0, sampleSize), truncated: isCut || bytes.length > sampleSize };
  return { filename: basename(name), mimetype: null, ...inner };
}

/** Unpacks as much content as possible before the bytes end or an error occurs. */
async function unpackBeginning(
  packed: Buffer,
  inflater: Gunzip | InflateRaw,
  isCut: boolean,
): Promise<Pick<Sample, 'bytes' | 'truncated'>> {
  const chunks: Buffer[] = [];
  let size = 0;
  const out: AsyncIterable<Buffer> = inflater;
  inflater.end(packed);
  try {
    for await (const chunk of out) {
      chunks.push(chunk);
      size += chunk.length;
      if (size > sampleSize) break;
    }
  } catch {
    // Damaged content is ignored here: the extraction will report it.
  }
  return { bytes: Buffer.concat(chunks).subarray(0, sampleSize), truncated: isCut || size > sampleSize };
}

/** Fails EXTRACTION_FAILED for a file of a recognised kind that the format does not accept. */
export function assertSupported(recognised: RecognisedFormat | undefined, format: PackedFormat): void {
  if (recognised && !isAccepted(recognised, format)) failForFormat(recognised);
}

/** Whether a format reads a file of a recognised kind. */
const isAccepted = (
  { kind, isMarkup = false }: RecognisedFormat,
  { acceptsAnyFile = false, acceptsMarkup = false, accepts }: PackedFormat,
): boolean => acceptsAnyFile || (acceptsMarkup && isMarkup) || (kind !== undefined && kind === accepts);

/** Fails EXTRACTION_FAILED when the beginning of unpacked content does not match the format. */
export function assertContentMatches(beginning: Buffer, format: PackedFormat): void {
  assertSupported(recogniseFormat(beginning), format);
  if (format.content !== undefined) assertTextKind(beginning, format.content);
}
