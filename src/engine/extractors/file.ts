import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { lookup } from 'mime-types';
import { isZip } from '../archives/detect-compression.ts';
import { localEntryNames } from '../archives/zip-local-entry.ts';
import type { DataRecord } from '../records/record.ts';
import { defineExtractor, type Extraction, type Sample } from './extractor.ts';
import { extractFilename, withFilename } from './extraction/filename-parameter.ts';

const parameters = [extractFilename] as const;

const fileColumn = 'File';

/** Whether an archive is an office document (OOXML, ODF) or a book (EPUB), which is listed as one file. */
const isDocument = (names: readonly string[]): boolean =>
  names.includes('[Content_Types].xml') || names.includes('mimetype');

const mediaTypeOf = (filename: string): string | null => lookup(filename) || null;

/** Reads the file to its end to compute its size and checksum; no bytes are kept. */
async function* extract(
  content: Readable,
  params: { extract_filename: boolean },
  { filename, columns }: Extraction,
): AsyncGenerator<DataRecord[]> {
  const bytes: AsyncIterable<Buffer> = content;
  const hash = createHash('sha256');
  let size = 0;
  for await (const chunk of bytes) {
    hash.update(chunk);
    size += chunk.length;
  }
  const described = { filename, mimetype: mediaTypeOf(filename), size, sha256: hash.digest('hex') };
  yield withFilename([{ [columns.nameOf(fileColumn)]: described }], params.extract_filename, filename, columns);
}

/** Whether a file is an image, audio, video or PDF. Drawings in XML are excluded, because they may hold data. */
const isMedia = (filename: string): boolean =>
  /^((image|audio|video)\/(?!.*xml)|application\/pdf)/.test(mediaTypeOf(filename) ?? '');

function confidence({ filename, bytes }: Sample): number {
  const isKnown = isZip(bytes) ? isDocument(localEntryNames(bytes)) : isMedia(filename);
  return isKnown ? 0.3 : 0;
}

/** Lists whole files. Each file is a record: its name, media type, size in bytes and SHA-256. */
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
