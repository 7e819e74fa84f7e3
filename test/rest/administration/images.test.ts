import { expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import type { Client } from '#test/support/client.ts';
import { images, multipartBody, multipartBoundary } from '#test/support/http/multipart.ts';
import { changePortal, pngOf } from '#test/support/portal/settings.ts';
import { seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;
const { db } = app.services;

const path = '/medias/images/';
const svg = (content = '<rect width="1" height="1"/>'): Buffer =>
  Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1 1">${content}</svg>`);
const upload = (content: Buffer, filename: string, client: Client = admin) =>
  client.rest('POST', path, multipartBody([['file', content, filename, 'application/octet-stream']]), {
    'content-type': `multipart/form-data; boundary=${multipartBoundary}`,
  });
const get = async (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') => {
  const answer = await app.http.inject({ method, url, headers });
  return { status: answer.statusCode, headers: answer.headers, content: answer.rawPayload };
};
const at = (name: string) => ({ status: 201, body: { url: `/assets/theme_image/${name}` } });

test('an image is uploaded under its name, listed newest first, and read by anyone', async () => {
  const png = pngOf(20, 10);
  for (const [content, filename, name, type] of [
    [png, '../Mon été (1).PNG', 'Mon_ete_1.PNG', 'image/png'],
    [png, 'Mon été (1).PNG', 'Mon_ete_1-2.PNG', 'image/png'],
    [png, 'Mon été (1).PNG', 'Mon_ete_1-3.PNG', 'image/png'],
    [images.png, 'logo.html', 'logo.html.png', 'image/png'],
    [Buffer.from('ffd8ffe0', 'hex'), 'a.jpeg', 'a.jpeg', 'image/jpeg'],
    [Buffer.from('GIF89a'), 'логотип', 'image.gif', 'image/gif'],
    [Buffer.from('RIFF....WEBPVP8 '), 'b.webp', 'b.webp', 'image/webp'],
    [svg(), 'c.svg', 'c.svg', 'image/svg+xml'],
  ] as const) {
    expect(await upload(content, filename)).toMatchObject(at(name));
    expect(await get(`/assets/theme_image/${name}`)).toMatchObject({
      status: 200,
      content,
      headers: {
        'content-type': type,
        'content-length': String(content.length),
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringMatching(/^default-src 'none';.* sandbox$/),
        'cache-control': 'public, max-age=300',
      },
    });
  }
  const { body } = await admin.rest('GET', `${path}?limit=2`);
  expect(body).toMatchObject({ total_count: 8, next: expect.stringContaining('offset=2'), previous: null });
  expect(body.results).toEqual([{ url: '/assets/theme_image/c.svg' }, { url: '/assets/theme_image/b.webp' }]);

  const { headers } = await get('/assets/theme_image/c.svg', {}, 'HEAD');
  expect(await get('/assets/theme_image/c.svg', { 'if-none-match': String(headers['etag']) })).toMatchObject({
    status: 304,
  });
  for (const name of ['d.svg', '%00', '..%2fc.svg'])
    expect(await get(`/assets/theme_image/${name}`)).toMatchObject({ status: 404 });
});

test('an SVG is recognized whatever precedes its first element, and other content is refused', async () => {
  for (const prolog of [
    '\uFEFF<?xml version="1.0" encoding="UTF-8"?>\n<!-- Generator: Adobe -->\n',
    '<!DOCTYPE svg PUBLIC "-//W3C//DTD SVG 1.1//EN" "svg11.dtd" [<!ENTITY ns "http://ns.adobe.com/">]>',
  ])
    expect(await upload(Buffer.concat([Buffer.from(prolog), svg('<script>alert(1)</script>')]), 'e.svg')).toMatchObject(
      { status: 201 },
    );
  const before = (await admin.rest('GET', path)).body.total_count;
  for (const content of ['', 'a,b\n1,2\n', '<html><svg></svg></html>', 'text <svg/>', '<!-- <svg/> -->', '%PDF-1.7'])
    expect([content, await upload(Buffer.from(content), 'f.svg')]).toMatchObject([
      content,
      { status: 400, body: { error_code: 'validation_error', detail: { file: [expect.any(String)] } } },
    ]);
  expect(await upload(pngOf(1, 1, 10 * 2 ** 20 + 1), 'g.png')).toMatchObject({
    status: 413,
    body: { error_code: 'payload_too_large' },
  });
  expect(
    await admin.rest('POST', path, multipartBody([['other', images.png, 'h.png']]), {
      'content-type': `multipart/form-data; boundary=${multipartBoundary}`,
    }),
  ).toMatchObject({ status: 400, body: { detail: { file: [expect.any(String)] } } });
  expect((await admin.rest('GET', path)).body.total_count).toBe(before);
});

test('those who design pages or the portal upload and delete, and the audit log has it', async () => {
  expect(await upload(images.png, 'i.png', unauthenticated)).toMatchObject({ status: 401 });
  const stranger = await seedUser(app, 'stranger', { permissions: ['edit_dataset'] });
  expect(await upload(Buffer.from('none'), 'i.png', stranger)).toMatchObject({ status: 403 });
  expect(await stranger.rest('GET', path)).toMatchObject({ status: 403, body: { error_code: 'permission_denied' } });
  for (const permission of ['edit_page', 'create_page', 'edit_theme'] as const) {
    const designer = await seedUser(app, permission, { permissions: [permission] });
    expect(await upload(images.png, `${permission}.png`, designer)).toMatchObject(at(`${permission}.png`));
    const remove = `mutation { deleteThemeImage(input: { name: "${permission}.png" }) { name deletedId } }`;
    expect((await stranger.graph(remove)).errors?.[0]?.extensions.code).toBe('PERMISSION_DENIED');
    expect((await designer.data(remove)).deleteThemeImage.name).toBe(`${permission}.png`);
    expect((await designer.graph(remove)).errors?.[0]?.extensions.code).toBe('NOT_FOUND');
    expect(await get(`/assets/theme_image/${permission}.png`)).toMatchObject({ status: 404 });
  }
  const { auditEntries } = await admin.data(
    '{ auditEntries(first: 2, filter: { objectType: ThemeImage, objectKey: "edit_theme.png" }) { nodes { action username } } }',
  );
  expect(auditEntries.nodes).toEqual([
    { action: 'deleteThemeImage', username: 'edit_theme' },
    { action: 'uploadThemeImage', username: 'edit_theme' },
  ]);
});

test('an image of pages is the logo of the portal too, but for an SVG and a large one', async () => {
  const png = pngOf(64, 32);
  await upload(png, 'own-logo.png');
  await upload(svg('<circle r="1"/>'), 'own-logo.svg');
  const { themeImages } = await admin.data(
    '{ themeImages(first: 2) { nodes { name path url mediaType pixelWidth pixelHeight bytes sha256 createdAt } } }',
  );
  const [ofSvg, ofPng] = themeImages.nodes;
  expect([ofPng, ofSvg]).toMatchObject([
    { name: 'own-logo.png', pixelWidth: 64, pixelHeight: 32, bytes: png.length },
    {
      name: 'own-logo.svg',
      pixelWidth: null,
      pixelHeight: null,
      url: expect.stringMatching(/^https?:.*\/assets\/theme_image\/own-logo\.svg$/),
    },
  ]);
  expect(await changePortal(app, { logo: ofSvg.sha256 })).toEqual({
    logo: [expect.stringContaining('no such picture')],
  });
  const { logo } = await changePortal(app, { logo: ofPng.sha256 }, 'logo { url pixelWidth }');
  expect(logo).toMatchObject({ pixelWidth: 64 });
  await admin.data('mutation { deleteThemeImage(input: { name: "own-logo.png" }) { name } }');
  expect(await get(new URL(logo.url).pathname)).toMatchObject({ status: 200, content: png });
});

test('a portal has 2,000 images at most', async () => {
  await db.rows(sql`insert into theme_image (name, media_type, blob_key, bytes, created_at)
    select 'n' || n, 'image/png', (select blob_key from theme_image limit 1), 1, now() from generate_series(1, 2000) n`);
  expect(await upload(images.png, 'last.png')).toMatchObject({
    status: 400,
    body: { detail: { file: [expect.stringContaining('2000')] } },
  });
});
