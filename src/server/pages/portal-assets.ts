import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import type { Platform } from '#api/platform.ts';
import { fail } from '#kernel/fail.ts';
import { findThemeImage, readAccentColors, readPortalImage } from '#portal/index.ts';
import { matchesTag } from '#http/answers.ts';
import { askedEachTime, createStaticContent, sendStaticContent } from './static-content.ts';
import { themeStylesheet } from './theme.ts';

/** Caches keep what has the hash of its content in its address. */
const keptForever = 'public, max-age=31536000, immutable';

/** Caches keep an image of pages for five minutes: its name is free again when it is deleted. */
const keptShortly = 'public, max-age=300';

/** Registers the pictures and the colors that the settings of the portal choose, and the images of pages, which anyone may read. */
export function portalAssetRoutes(http: FastifyInstance, services: Pick<Platform, 'db' | 'storage' | 'config'>): void {
  http.get<{ Params: { file: string } }>('/portal-page/images/:file', async (request, reply) => {
    const [, key, extension] = /^([0-9a-f]{64})\.([a-z]+)$/.exec(request.params.file) ?? [];
    const image = key === undefined ? undefined : await readPortalImage(services, key);
    if (image?.extension !== extension || image === undefined) return fail('NOT_FOUND');
    return reply
      .headers({
        'cache-control': keptForever,
        'content-type': image.mediaType,
        'content-security-policy': "default-src 'none'; sandbox",
        'x-content-type-options': 'nosniff',
      })
      .send(image.content);
  });
  http.get<{ Params: { name: string } }>('/assets/theme_image/:name', async (request, reply) => {
    const { name } = request.params;
    const { mediaType, blobKey, bytes } =
      (name.includes('\0') ? undefined : await findThemeImage(services, name)) ?? fail('NOT_FOUND');
    // Weak, because an SVG is compressed for the clients that accept it.
    const etag = `W/"${blobKey}"`;
    reply.headers({ 'cache-control': keptShortly, etag, 'x-content-type-options': 'nosniff' });
    if (matchesTag(request.headers['if-none-match'], etag)) return reply.code(304).send();
    const content = request.method === 'HEAD' ? Readable.from([]) : await services.storage.read(blobKey);
    return reply
      .headers({
        'content-type': mediaType,
        'content-length': String(bytes),
        // A browser that opens an SVG by itself runs nothing of it, and loads nothing for it.
        'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; img-src data:; sandbox",
      })
      .send(content);
  });
  http.get<{ Params: { hash: string } }>('/portal-page/theme.:hash.css', async (request, reply) => {
    const theme = themeStylesheet(await readAccentColors(services)) ?? fail('NOT_FOUND');
    // A page that was rendered before the last change gets the colors of today, and does not keep them under the old address.
    const isCurrent = theme.file === `theme.${request.params.hash}.css`;
    reply.headers({
      'cache-control': isCurrent ? keptForever : askedEachTime,
      'content-type': 'text/css; charset=utf-8',
    });
    return sendStaticContent(request, reply, createStaticContent(theme.css));
  });
}
