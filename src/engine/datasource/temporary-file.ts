import { TemporaryFile } from '#platform/storage/temporary-file.ts';
import { limitBytes } from '../extractors/batches/limits.ts';

/** The maximum number of bytes of one source that are kept on disk. */
export const maxFileSize = 4 * 2 ** 30;

/** Writes a source to disk. Fails EXTRACTION_FAILED beyond `maxBytes`. */
export const writeTemporaryFile = (content: AsyncIterable<Buffer>, maxBytes = maxFileSize): Promise<TemporaryFile> =>
  TemporaryFile.write(limitBytes(content, maxBytes));
