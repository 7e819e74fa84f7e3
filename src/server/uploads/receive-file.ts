import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import type { FileUpload } from 'graphql-upload-minimal';
import { ReceivedFile } from '#api/types/upload.ts';
import { CatalogError } from '#kernel/fail.ts';

/** A new path for an incoming file. */
export const newIncomingFilePath = (directory: string): string => join(directory, `${randomUUID()}.part`);

/**
 * Writes a file of a multipart request to a path. Fails PAYLOAD_TOO_LARGE when the multipart parser cuts the file off at its size limit;
 * `maxBytes` is that limit, for the message. After any error or abort the file is removed.
 */
export async function receiveFile(
  upload: FileUpload,
  path: string,
  maxBytes: number,
  signal: AbortSignal,
): Promise<ReceivedFile> {
  const source = upload.createReadStream();
  source.once('limit', () => source.destroy(new CatalogError('PAYLOAD_TOO_LARGE', { limit: maxBytes })));
  const target = createWriteStream(path, { flags: 'wx', mode: 0o600 });
  try {
    await pipeline(source, target, { signal });
  } catch (error) {
    if (!target.closed) await once(target, 'close');
    await rm(path, { force: true });
    throw error;
  }
  return new ReceivedFile(upload.filename, upload.mimetype, target.bytesWritten, () => createReadStream(path));
}
