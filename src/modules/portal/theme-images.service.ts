import { Readable } from 'node:stream';
import { recordChange } from '#api/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import type { Platform } from '#api/platform.ts';
import type { ReceivedFile } from '#api/types/scalars.ts';
import { keepBlob } from '#blobs/index.ts';
import { withValidKey } from '#identity/index.ts';
import { fail, failFields } from '#kernel/fail.ts';
import { sql } from '#kernel/sql.ts';
import { firstRow } from '#platform/database/database-client.ts';
import { imageNameOf, themeImageFactsOf } from './theme-image.rules.ts';
import { requireDesigner } from './theme-image.source.ts';

/** The maximum size of an image. */
const maxImageBytes = 10 * 2 ** 20;
/** The maximum number of images. */
const maxImages = 2_000;

/** Stores an image and returns its name. Fails UNAUTHORIZED, PERMISSION_DENIED, PAYLOAD_TOO_LARGE and INVALID_INPUT. */
export async function uploadThemeImage(ctx: RequestContext, file: ReceivedFile): Promise<string> {
  requireDesigner(ctx.session);
  const limit = Math.min(maxImageBytes, ctx.app.config.maxUploadBytes);
  const content = await readUpTo(file.openStream(), limit);
  const { mediaType, width, height } =
    themeImageFactsOf(content) ?? failFields({ file: ['Send a PNG, JPEG, GIF, WebP or SVG.'] });
  const { key, bytes } = await ctx.app.storage.write(Readable.from([content]), {
    limit,
    beforeStore: (blobKey) => keepBlob(ctx.app, blobKey),
  });
  const { stem, extension } = imageNameOf(file.filename, mediaType);
  return withValidKey(ctx, async (tx) => {
    // Uploads wait for one another, so that the count and the free name are right.
    await tx.db.rows(sql`select 1 from portal_setting where id = 1 for update`);
    const stored = await firstRow<{ count: number }>(tx.db, sql`select count(*)::int as count from theme_image`);
    if ((stored?.count ?? 0) >= maxImages)
      failFields({ file: [`The portal already has ${maxImages} images. Delete some first.`] });
    const inserted = await firstRow<{ name: string }>(
      tx.db,
      sql`insert into theme_image (name, media_type, width, height, blob_key, bytes, created_at)
        select free.name, ${mediaType}, ${width}, ${height}, ${key}, ${bytes}, ${tx.app.clock.now()}::timestamptz
        from (select ${stem} || case when n > 1 then '-' || n else '' end || ${extension} as name, n
          from generate_series(1, ${maxImages + 1}::int) n) free
        where not exists (select 1 from theme_image taken where taken.name = free.name)
        order by free.n limit 1 returning name`,
    );
    const name = inserted?.name ?? fail('INTERNAL_ERROR');
    await recordChange(tx, { action: 'uploadThemeImage', type: 'ThemeImage', input: { file } }, name);
    return name;
  });
}

/** The bytes of a stream; fails PAYLOAD_TOO_LARGE beyond the limit. */
async function readUpTo(stream: Readable, limit: number): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes > limit) fail('PAYLOAD_TOO_LARGE', { limit });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Deletes an image and returns its name. Pages that refer to it show none. Fails UNAUTHORIZED, PERMISSION_DENIED and NOT_FOUND. */
export async function deleteThemeImage(ctx: RequestContext, name: string): Promise<string> {
  requireDesigner(ctx.session);
  return withValidKey(ctx, async (tx) => {
    const deleted = await firstRow(tx.db, sql`delete from theme_image where name = ${name} returning name`);
    if (!deleted) fail('NOT_FOUND');
    await recordChange(tx, { action: 'deleteThemeImage', type: 'ThemeImage', input: { name } }, name);
    return name;
  });
}

/** An image whose bytes are in the storage. */
interface StoredImage {
  readonly mediaType: string;
  readonly blobKey: string;
  readonly bytes: number;
}

/** The image with this name, which anyone may read; undefined when there is none. */
export const findThemeImage = ({ db }: Pick<Platform, 'db'>, name: string): Promise<StoredImage | undefined> =>
  firstRow<StoredImage>(
    db,
    sql`select media_type as "mediaType", blob_key as "blobKey", bytes from theme_image where name = ${name}`,
  );
