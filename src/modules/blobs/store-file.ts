import { lookup } from 'mime-types';
import type { RequestContext } from '../../api/context.ts';
import type { ReceivedFile } from '../../api/types/upload.ts';
import { toSafeFileName } from '../../platform/storage/file-name.ts';
import { claimBlob } from './claim-blob.ts';

/** A file whose bytes are stored, before a row refers to them. */
export interface StoredFile {
  /** The client's name for it, made safe to store and to show. */
  readonly filename: string;
  readonly mimetype: string | null;
  /** The key of its bytes in the storage. */
  readonly blobKey: string;
  readonly bytes: number;
}

/**
 * Stores the bytes of a file as they arrive, within the limit for uploads; fails PAYLOAD_TOO_LARGE. They stay for a day
 * without a reference.
 */
export async function storeFile(ctx: RequestContext, file: ReceivedFile): Promise<StoredFile> {
  const filename = toSafeFileName(file.filename.normalize('NFC'));
  const { key, bytes } = await ctx.app.storage.write(file.openStream(), {
    limit: ctx.app.config.maxUploadBytes,
    claim: (key) => claimBlob(ctx.app, key),
  });
  return { filename, mimetype: mediaType(file.mimetype, filename), blobKey: key, bytes };
}

/** The media type that was sent; where it is unspecific, the one of the filename. */
function mediaType(sent: string, name: string): string | null {
  const type = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}/.exec(sent)?.[0].toLowerCase();
  return type && type !== 'application/octet-stream' ? type : lookup(name) || null;
}
