import { Readable } from 'node:stream';
import { recordChange } from '#api/record-change.ts';
import type { RequestContext } from '#api/context.ts';
import { requirePermission } from '#api/session.ts';
import type { Platform } from '#api/platform.ts';
import type { ReceivedFile } from '#api/types/scalars.ts';
import { keepBlob } from '#blobs/index.ts';
import { withValidKey } from '#identity/index.ts';
import { failFields } from '#kernel/fail.ts';
import { imageExtensions, type ImageFacts, type ImageType, readImageFacts } from '#kernel/images.ts';
import { sql } from '#kernel/sql.ts';
import { formatByteSize } from '#kernel/text.ts';
import type { PortalImage, PortalImageRow } from './portal-settings.type.ts';

/** The maximum size of a picture: a logo is loaded with every page. */
export const maxImageBytes = 2 ** 20;
/** The maximum number of pixels of a side. */
export const maxSide = 4_096;
/** The maximum number of stored pictures: a logo, an icon, the themes, and what is being tried. */
const maxImages = 100;
const dayMs = 24 * 3_600_000;

/** The path of a picture, below that of the service. It has the hash of the bytes, so caches may keep it. */
export const imagePath = (key: string, mediaType: string): string =>
  `/portal-page/images/${key}.${imageExtensions[mediaType as ImageType]}`;

/** A picture as the graph shows it. */
export const toPortalImage = (image: PortalImageRow, address = ''): PortalImage => ({
  ...image,
  url: `${address}${imagePath(image.sha256, image.mediaType)}`,
});

/** Stores a picture and returns it. Fails UNAUTHORIZED, PERMISSION_DENIED and INVALID_INPUT. */
export async function uploadPortalImage(ctx: RequestContext, file: ReceivedFile): Promise<PortalImage> {
  requirePermission(ctx.session, 'administer');
  if (file.bytes > maxImageBytes)
    failFields({
      file: [`The picture has ${formatByteSize(file.bytes)}. Send at most ${formatByteSize(maxImageBytes)}.`],
    });
  const content = Buffer.concat(await file.openStream().toArray());
  const facts = imageFactsOf(content);
  const { key, bytes } = await ctx.app.storage.write(Readable.from([content]), {
    limit: maxImageBytes,
    beforeStore: (blobKey) => keepBlob(ctx.app, blobKey),
  });
  const { mediaType, width, height } = facts;
  await withValidKey(ctx, async (tx) => {
    const now = tx.app.clock.now();
    // Uploads wait for one another, and for changes of the settings, so that the count is right.
    await tx.db.rows(sql`select 1 from portal_setting where id = 1 for update`);
    await deleteUnusedImages(tx);
    const stored = await tx.db.rows<{ key: string }>(sql`select blob_key as key from portal_image`);
    if (stored.length >= maxImages && !stored.some((image) => image.key === key))
      failFields({
        file: [`The portal already has ${maxImages} pictures. One that is not in use is deleted after a day.`],
      });
    await tx.db.rows(sql`insert into portal_image (blob_key, media_type, width, height, bytes, created_at)
      values (${key}, ${mediaType}, ${width}, ${height}, ${bytes}, ${now})
      on conflict (blob_key) do update set created_at = excluded.created_at`);
    await recordChange(tx, { action: 'uploadPortalImage', type: 'PortalSettings', input: { file } }, '');
  });
  return toPortalImage({ sha256: key, mediaType, pixelWidth: width, pixelHeight: height, bytes }, ctx.session.address);
}

/** What a picture is. Fails INVALID_INPUT for anything else, and for an SVG, which can run scripts. */
function imageFactsOf(content: Buffer): ImageFacts {
  const facts = readImageFacts(content);
  if (!facts) return failFields({ file: ['Send a PNG, JPEG, GIF or WebP. An SVG can run scripts: export it as PNG.'] });
  if (facts.width > maxSide || facts.height > maxSide)
    failFields({
      file: [`The picture has ${facts.width} × ${facts.height} pixels. Send one of at most ${maxSide} pixels a side.`],
    });
  return facts;
}

/** Deletes the pictures that are not in use, a day after their last upload. The caller has locked the settings. */
export const deleteUnusedImages = ({ db, app }: RequestContext): Promise<unknown> =>
  db.rows(sql`delete from portal_image i using portal_setting s
    where i.created_at < ${new Date(app.clock.now().getTime() - dayMs)}::timestamptz
      and i.blob_key is distinct from s.logo and i.blob_key is distinct from s.favicon
      and not exists (select 1 from jsonb_array_elements(coalesce(s.themes, '[]')) theme where theme ->> 'image' = i.blob_key)`);

/** A picture and its bytes. */
interface ReadImage {
  readonly mediaType: string;
  readonly extension: string;
  readonly content: Buffer;
}

/** The picture with this key, of the settings or of the environment, which anyone may read; undefined when there is none. */
export async function readPortalImage(
  { db, storage, config }: Pick<Platform, 'db' | 'storage' | 'config'>,
  key: string,
): Promise<ReadImage | undefined> {
  const { logo } = config.portalDefaults;
  if (logo?.facts.sha256 === key) return { ...typed(logo.facts.mediaType), content: logo.content };
  const [row] = await db.rows<{ mediaType: string }>(
    sql`select media_type as "mediaType" from portal_image where blob_key = ${key}`,
  );
  return row && { ...typed(row.mediaType), content: Buffer.concat(await (await storage.read(key)).toArray()) };
}

const typed = (mediaType: string) => ({ mediaType, extension: imageExtensions[mediaType as ImageType] });
