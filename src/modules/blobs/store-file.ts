import { lookup } from 'mime-types';
import type { RequestContext } from '#api/context.ts';
import type { ReceivedFile } from '#api/types/upload.ts';
import { toSafeFileName } from '#platform/storage/file-name.ts';
import { claimBlob } from './claim-blob.ts';

/** A file whose bytes are stored. No row refers to the bytes yet. */
export interface StoredFile {
  /** The filename from the client, made safe to store and to show. */
  readonly filename: string;
  readonly mimetype: string | null;
  /** The storage key of the bytes. */
  readonly blobKey: string;
  readonly bytes: number;
}

/**
 * Stores the bytes of a file as they arrive. Fails PAYLOAD_TOO_LARGE when the file exceeds the limit for uploads. If no row refers to the
 * bytes within a day, `deleteUnusedBlobs` removes them.
 */
export async function storeFile(ctx: RequestContext, file: ReceivedFile): Promise<StoredFile> {
  const filename = toSafeFileName(file.filename.normalize('NFC'));
  const { key, bytes } = await ctx.app.storage.write(file.openStream(), {
    limit: ctx.app.config.maxUploadBytes,
    claim: (key) => claimBlob(ctx.app, key),
  });
  return { filename, mimetype: mediaType(file.mimetype, filename), blobKey: key, bytes };
}

/** The types that say less than a name: the one of any bytes, and the one that a part without a type has (RFC 7578, 4.4). */
const unspecificTypes = new Set(['application/octet-stream', 'text/plain']);

/**
 * The media type that the client sent. If it is malformed or unspecific, the media type that the extension of the filename stands for; if
 * the extension is unknown, `text/plain` where the client sent it, or null.
 */
function mediaType(sentType: string, filename: string): string | null {
  const type = /^[\w!#$&^.+-]{1,100}\/[\w!#$&^.+-]{1,100}/.exec(sentType)?.[0].toLowerCase();
  if (type !== undefined && !unspecificTypes.has(type)) return type;
  return lookup(filename) || (type === 'text/plain' ? type : null);
}
