import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { lookup } from 'mime-types';
import { isZip } from '../archives/packed-format.ts';
import { localEntryNames } from '../archives/zip-archive.ts';
import type { DataRecord } from '../records/record.ts';
import { defineExtractor, type Extraction, type Sample, type StoreFile } from './extractor.ts';
import { extractFilename, withFilename } from './extraction.ts';
import { imageSize } from 'image-size';

const parameters = [extractFilename] as const;

const fileColumn = 'File';

/** Whether an archive is an office document (OOXML, ODF) or a book (EPUB), which is listed as one file. */
const isDocument = (names: readonly string[]): boolean =>
  names.includes('[Content_Types].xml') || names.includes('mimetype');

const mediaTypeOf = (filename: string): string | null => lookup(filename) || null;

/** Yields one record, which describes the file. Reads the file to its end, through `storeFile` where the bytes are kept. */
async function* extract(
  content: Readable,
  params: { extract_filename: boolean },
  { filename, columns, storeFile = digestFile }: Extraction,
): AsyncGenerator<DataRecord[]> {
  const mimetype = mediaTypeOf(filename);
  const head: Buffer[] = [];
  const bytes = keepHead(content, head, mimetype?.startsWith('image/') === true ? maxImageHeadBytes : 0);
  const { key: sha256, bytes: size } = await storeFile(Readable.from(bytes, { objectMode: false }), filename);
  const image = head.length > 0 ? imageSizeOf(Buffer.concat(head)) : undefined;
  const described = { filename, mimetype, size, sha256, ...image };
  yield withFilename([{ [columns.nameOf(fileColumn)]: described }], params.extract_filename, filename, columns);
}

/** Passes the bytes on, and copies the first `maxBytes` of them to `head`. */
async function* keepHead(content: AsyncIterable<Buffer>, head: Buffer[], maxBytes: number): AsyncGenerator<Buffer> {
  let missing = maxBytes;
  for await (const chunk of content) {
    if (missing > 0) head.push(Buffer.from(chunk.subarray(0, missing)));
    missing -= chunk.length;
    yield chunk;
  }
}

/** Stands in for `storeFile` where no bytes are kept: computes only the size and the SHA-256. */
const digestFile: StoreFile = async (content) => {
  const hash = createHash('sha256');
  let bytes = 0;
  for await (const chunk of content as AsyncIterable<Buffer>) {
    hash.update(chunk);
    bytes += chunk.length;
  }
  return { key: hash.digest('hex'), bytes };
};

/** Whether a file is an image, audio, video or PDF. Drawings in XML are excluded, because they may hold data. */
const isMedia = (filename: string): boolean =>
  /^((image|audio|video)\/(?!.*xml)|application\/pdf)/.test(mediaTypeOf(filename) ?? '');

function confidence({ filename, bytes }: Sample): number {
  const isKnown = isZip(bytes) ? isDocument(localEntryNames(bytes)) : isMedia(filename);
  return isKnown ? 0.3 : 0;
}

/** Lists whole files: each is a record with its name, type, size and SHA-256, and an image's format, width and height. */
export const file = defineExtractor({
  type: 'file',
  label: 'File',
  parameters,
  extensions: [],
  ownsArchive: isDocument,
  acceptsAnyFile: true,
  confidence,
  guess: () => ({ extract_filename: false }),
  extract,
});

/** The format of an image, and its size in pixels. */
type ImageSize = { readonly format: string; readonly width: number; readonly height: number };

/** How many bytes at the start of an image are searched for its size. The metadata that cameras write come before the size. */
const maxImageHeadBytes = 256 * 1024;

/** The size of an image, from its first bytes; undefined when they do not contain it. */
function imageSizeOf(head: Buffer): ImageSize | undefined {
  try {
    // The bytes are copied, because the library would read past the end of a view of a larger buffer.
    const { type = '', width, height } = imageSize(new Uint8Array(head));
    const isSize = [width, height].every((pixels) => Number.isSafeInteger(pixels) && pixels > 0);
    return isSize ? { format: type === 'jpg' ? 'JPEG' : type.toUpperCase(), width, height } : undefined;
  } catch {
    return undefined;
  }
}
