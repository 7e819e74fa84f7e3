import { TemporaryFile } from '../../platform/storage/temporary-file.ts';
import { limitBytes } from '../extractors/limit-bytes.ts';

/** The most that is kept of one source, in bytes. */
export const maxFileSize = 4 * 2 ** 30;

/** Keeps a source on disk; fails EXTRACTION_FAILED when there is more than `maxBytes`. */
export const temporaryFile = (content: AsyncIterable<Buffer>, maxBytes = maxFileSize): Promise<TemporaryFile> =>
  TemporaryFile.of(limitBytes(content, maxBytes));
