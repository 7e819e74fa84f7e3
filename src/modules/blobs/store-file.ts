import { lookup } from 'mime-types';
import type { RequestContext } from '#api/context.ts';
import type { ReceivedFile } from '#api/types/scalars.ts';
import { toSafeFileName } from '#platform/storage/disk-storage.ts';
import type { Platform } from '#api/platform.ts';
import { sql } from '#kernel/sql.ts';

/** A file whose bytes are stored. No row refers to the bytes yet. */
export interface StoredFile {
  /** The filename from the client, made safe to store and to show. */
  readonly filename: string;
  readonly mimetype: string | null;
  /** The storage key of the bytes. */
  readonly blobKey: string;
  readonly bytes: number;
}

/** Stores a file as it arrives, to be removed unless a row refers to it within a day. Fails PAYLOAD_TOO_LARGE. */
export async function storeFile(ctx: RequestContext, file: ReceivedFile): Promise<StoredFile> {
  const filename = toSafeFileName(file.filename.normalize('NFC'));
  const { key, bytes } = await ctx.app.storage.write(file.openStream(), {
    limit: ctx.app.config.maxUploadBytes,
    beforeStore: (key) => keepBlob(ctx.app, key),
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

/**
 * Inserts the row of a blob before its bytes are stored, so that `deleteUnusedBlobs` keeps them for a day although nothing refers to them yet.
 * While `deleteUnusedBlobs` removes the same bytes, the statement waits for the lock on the row; the caller then stores the bytes again. The
 * statement runs outside of the caller's transaction: if that transaction fails, the row remains, and `deleteUnusedBlobs` removes it with the
 * bytes.
 */
export const keepBlob = ({ db }: Pick<Platform, 'db'>, key: string): Promise<unknown> =>
  db.rows(sql`
  insert into blob (key) values (${key}) on conflict (key) do update set unreferenced_since = null`);

/** How long a released blob remains for those that still read it. */
const remainingMs = 3_600_000;
const dayMs = 24 * 3_600_000;

/**
 * Lets `deleteUnusedBlobs` remove a blob after an hour instead of a day, unless something refers to it. For bytes that the service made itself
 * and replaces often: a client that uploads the same bytes again keeps the blob.
 */
export const releaseBlob = ({ app, db }: RequestContext, key: string): Promise<unknown> =>
  db.rows(sql`update blob set unreferenced_since = ${new Date(app.clock.now().getTime() - dayMs + remainingMs)}::timestamptz
    where key = ${key} and unreferenced_since is null`);
