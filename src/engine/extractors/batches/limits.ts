import { fail } from '#kernel/fail.ts';
import { formatByteSize } from '#kernel/text.ts';

/** The maximum number of records of one batch. */
export const maxBatchRecords = 500;

/** The maximum number of cells of one batch, because even a short line becomes a record with all columns of its table. */
export const maxBatchCells = 50_000;

/** The number of characters of input after which a batch is yielded, even if it has few records. */
export const maxBatchCharacters = 1024 * 1024;

/**
 * The size in bytes after which a batch is yielded, even if it has few records: in some formats, a few bytes become a large
 * record.
 */
export const maxBatchBytes = 2 * 1024 * 1024;

/** The maximum size of a record, in bytes or characters. A larger record means a wrong format or hostile input. */
export const maxRecordSize = 8 * 1024 * 1024;

/** The maximum size of a file of a format that cannot be streamed, in bytes. */
export const maxWholeFileSize = 64 * 2 ** 20;

const lineFeed = 10;
const carriageReturn = 13;

/** Passes chunks on. Fails EXTRACTION_FAILED when a line is longer than a record may be. */
export async function* limitLineLength(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let lineLength = 0;
  for await (const chunk of content) {
    const lineEnd = Math.max(chunk.lastIndexOf(lineFeed), chunk.lastIndexOf(carriageReturn));
    lineLength = lineEnd === -1 ? lineLength + chunk.length : chunk.length - lineEnd;
    if (lineLength > maxRecordSize) {
      fail('EXTRACTION_FAILED', { reason: `a line is longer than ${formatByteSize(maxRecordSize)}` });
    }
    yield chunk;
  }
}

/** Passes chunks on. Fails EXTRACTION_FAILED beyond `maxBytes`. */
export async function* limitBytes(content: AsyncIterable<Buffer>, maxBytes = maxWholeFileSize): AsyncGenerator<Buffer> {
  let size = 0;
  for await (const chunk of content) {
    size += chunk.length;
    if (size > maxBytes)
      fail('EXTRACTION_FAILED', {
        reason: `the file is larger than ${formatByteSize(maxBytes)}, the limit of this format`,
      });
    yield chunk;
  }
}
