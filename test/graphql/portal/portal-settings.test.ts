import { mkdtemp, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { sql } from '#kernel/sql.ts';
import { testApp } from '#test/support/app.ts';
import { changePortal, pngOf, uploadPicture } from '#test/support/portal/settings.ts';
import { seedUser } from '#test/support/seed.ts';

const logoFile = join(await mkdtemp(join(tmpdir(), 'catalograph-logo-')), 'logo.bin');
await writeFile(logoFile, pngOf(200, 80));

const app = await testApp({ WORKER: 'off' });
const configured = await testApp({
  WORKER: 'off',
  PORTAL_NAME: 'Data of Treeville',
  PORTAL_DESCRIPTION: 'What the town knows.',
  PORTAL_LOGO: logoFile,
  PORTAL_COLOR: '#7A1F5C, #f0a0d0',
  PORTAL_PUBLISHER: 'Town of Treeville',
  PORTAL_PUBLISHER_URL: 'https://treeville.example/',
  PORTAL_CONTACT: 'data@treeville.example',
  PORTAL_LANGUAGES: 'fr,en',
  PORTAL_IMPRINT: '/pages/imprint',
});
const { unauthenticated } = app;

const selection = `name(language: "fr") description heroTitle footerText footerLinks(language: "fr") { label url }
  translations { language name heroTitle } logo { sha256 } favicon { sha256 } accentColor accentColorDark legalPages { kind url }
  themes { theme pictogram image { sha256 } } publisher { name url email } contact { name url email } languages`;
const read = async (client = unauthenticated, of = selection) =>
  (await client.data(`{ portalSettings { ${of} } }`)).portalSettings;
const nothing = {
  name: null,
  description: null,
  heroTitle: null,
  footerText: null,
  footerLinks: [],
  translations: [],
  logo: null,
  favicon: null,
  accentColor: null,
  accentColorDark: null,
  legalPages: [],
  themes: [],
  publisher: null,
  contact: null,
  languages: null,
};

beforeEach(async () => {
  await app.services.db
    .rows(sql`update portal_setting set texts = null, logo = null, favicon = null, accent_color = null,
    accent_color_dark = null, legal_pages = null, themes = null, publisher = null, contact = null, languages = null`);
  await app.services.db.rows(sql`delete from portal_image`);
});

test('a portal without settings has none', async () => {
  expect(await read()).toEqual(nothing);
});

test('the environment gives the defaults, which settings replace and null restores', async () => {
  const defaults = {
    ...nothing,
    name: 'Data of Treeville',
    description: 'What the town knows.',
    logo: { sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    accentColor: '#7a1f5c',
    accentColorDark: '#f0a0d0',
    legalPages: [{ kind: 'imprint', url: '/pages/imprint' }],
    publisher: { name: 'Town of Treeville', url: 'https://treeville.example', email: null },
    contact: { name: null, url: null, email: 'data@treeville.example' },
    languages: ['fr', 'en'],
  };
  expect(await read(configured.unauthenticated)).toEqual(defaults);
  const { image } = (await uploadPicture(configured, pngOf(64, 64))).data.uploadPortalImage;
  const changed = {
    translations: [{ language: 'en', name: 'Open Treeville' }],
    logo: image.sha256,
    accentColor: '#14605a',
    accentColorDark: '#7fcfc4',
    legalPages: [],
    publisher: { name: 'The council' },
    contact: { email: 'hello@treeville.example' },
    languages: ['en'],
  };
  expect(await changePortal(configured, changed, selection)).toEqual({
    ...defaults,
    ...changed,
    name: 'Open Treeville',
    translations: [{ language: 'en', name: 'Open Treeville', heroTitle: null }],
    logo: { sha256: image.sha256 },
    publisher: { name: 'The council', url: null, email: null },
    contact: { name: null, url: null, email: 'hello@treeville.example' },
  });
  const cleared = Object.fromEntries(Object.keys(changed).map((name) => [name, null]));
  expect(await changePortal(configured, cleared, selection)).toEqual(defaults);
});

test('texts are in the language that is asked for, else in the default language, else in any', async () => {
  await changePortal(app, {
    defaultLanguage: 'de',
    translations: [
      { language: 'fr', name: ' Données ', footerLinks: [{ label: 'Ville', url: 'https://ville.example/' }] },
      { language: 'de', name: 'Daten', heroTitle: 'Was suchen Sie?' },
    ],
  });
  const answer = await read(
    unauthenticated,
    `fr: name(language: "fr") it: name(language: "it") plain: name heroTitle(language: "fr")
      links: footerLinks(language: "de") { label url } translations { language name heroTitle footerLinks { url } }`,
  );
  expect(answer).toEqual({
    fr: 'Données',
    it: 'Daten',
    plain: 'Daten',
    heroTitle: 'Was suchen Sie?',
    links: [{ label: 'Ville', url: 'https://ville.example/' }],
    translations: expect.arrayContaining([
      { language: 'fr', name: 'Données', heroTitle: null, footerLinks: [{ url: 'https://ville.example/' }] },
      { language: 'de', name: 'Daten', heroTitle: 'Was suchen Sie?', footerLinks: [] },
    ]),
  });
  await changePortal(app, { defaultLanguage: null });
});

test('an omitted field keeps its value', async () => {
  const themes = [{ theme: 'Transport', pictogram: 'transport' }];
  await changePortal(app, { accentColor: '#14605A', themes });
  expect(await changePortal(app, { languages: ['en', 'nl'] }, selection)).toEqual({
    ...nothing,
    accentColor: '#14605a',
    themes: [{ theme: 'Transport', pictogram: 'transport', image: null }],
    languages: ['en', 'nl'],
  });
});

test('every invalid value is reported at once, with what to do', async () => {
  const link = { label: ' ', url: 'javascript:alert(1)' };
  const errors = await changePortal(app, {
    defaultLanguage: 'xx',
    translations: [
      { language: 'en', name: 'One\nTwo', footerLinks: [link] },
      { language: 'en', description: 'x'.repeat(1_001) },
    ],
    logo: 'f'.repeat(64),
    accentColor: '#ffcc00',
    accentColorDark: 'red',
    legalPages: [
      { kind: 'imprint', url: '//evil.example' },
      { kind: 'imprint', url: '/ok' },
    ],
    themes: [{ theme: '', pictogram: 'map', image: 'f'.repeat(64) }],
    publisher: { url: 'ftp://x.example' },
    contact: { email: 'x" onclick="y@example.org' },
    languages: [],
  });
  expect(Object.keys(errors).sort()).toEqual([
    'accentColor',
    'accentColorDark',
    'contact.email',
    'defaultLanguage',
    'languages',
    'legalPages',
    'legalPages.0.url',
    'publisher',
    'publisher.url',
    'themes.0.image',
    'themes.0.theme',
    'translations',
    'translations.0.footerLinks.0.label',
    'translations.0.footerLinks.0.url',
    'translations.0.name',
    'translations.1.description',
  ]);
  expect(errors.accentColor[0]).toMatch(
    /contrast of 1\.4:1 .* 4\.5:1\. Choose a darker color, such as #[0-9a-f]{6}\.$/,
  );
  expect(await changePortal(app, { logo: 'f'.repeat(64), themes: [{ theme: 'A', image: 'e'.repeat(64) }] })).toEqual({
    logo: ['There is no such picture. Upload it with uploadPortalImage.'],
    'themes.0.image': ['There is no such picture. Upload it with uploadPortalImage.'],
  });
  expect(await read()).toEqual(nothing);
});

test('a picture is known by its bytes and served under its hash; the same picture is stored once', async () => {
  const content = pngOf(300, 120);
  const answers = [await uploadPicture(app, content), await uploadPicture(app, content)];
  const [{ image }, again] = answers.map(({ data }) => data.uploadPortalImage);
  expect(again).toEqual({ image });
  expect(image).toMatchObject({ mediaType: 'image/png', pixelWidth: 300, pixelHeight: 120, bytes: 64 });
  await changePortal(app, { logo: image.sha256 });
  const { logo } = await read(unauthenticated, 'logo { url pixelWidth }');
  expect(logo).toEqual({ url: image.url, pixelWidth: 300 });
  const answer = await app.http.inject(new URL(logo.url).pathname);
  expect([answer.statusCode, answer.rawPayload.equals(content), answer.headers]).toMatchObject([
    200,
    true,
    {
      'content-type': 'image/png',
      'cache-control': 'public, max-age=31536000, immutable',
      'x-content-type-options': 'nosniff',
      'content-security-policy': "default-src 'none'; sandbox",
    },
  ]);
  const fromEnvironment = (await read(configured.unauthenticated, 'logo { url }')).logo.url;
  expect((await configured.http.inject(new URL(fromEnvironment).pathname)).rawPayload).toHaveLength(64);
});

test('nothing else of the storage is served as a picture', async () => {
  const { image } = (await uploadPicture(app, pngOf(10, 10))).data.uploadPortalImage;
  for (const path of [
    `${'0'.repeat(64)}.png`,
    `${image.sha256}.svg`,
    `${image.sha256}`,
    '..%2f..%2fsecrets.key',
    `${image.sha256}.png.html`,
  ]) {
    expect([path, (await app.http.inject(`/portal-page/images/${path}`)).statusCode]).toEqual([path, 404]);
  }
});

test.each([
  [
    'an SVG',
    Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
    /SVG can run scripts/,
  ],
  ['HTML', Buffer.from('<!doctype html><script>alert(1)</script>'), /Send a PNG/],
  ['a picture of too many pixels', pngOf(5_000, 10), /at most 4096 pixels/],
  ['a picture of too many bytes', pngOf(10, 10, 2 ** 20 + 1), /at most 1 MiB/],
])('%s is refused', async (_name, content, message) => {
  const { errors } = await uploadPicture(app, content);
  expect([errors[0].extensions.code, errors[0].extensions.fields.file[0]]).toEqual([
    'INVALID_INPUT',
    expect.stringMatching(message),
  ]);
});

test('pictures and settings are for administrators', async () => {
  const editor = await seedUser(app, 'editor', { permissions: ['edit_page', 'manage_page'] });
  expect(
    (await editor.graph('mutation { updatePortalSettings(input: { accentColor: "#14605a" }) { __typename } }'))
      .errors?.[0]?.extensions.code,
  ).toBe('PERMISSION_DENIED');
  const refused = await uploadPicture(app, pngOf(10, 10), 'no-such-key');
  expect(refused.errors[0].extensions.code).toBe('UNAUTHORIZED');
});

test('a picture that is not in use is deleted after a day, one in use stays, and only so many are kept', async () => {
  const { db } = app.services;
  const upload = async (width: number) =>
    (await uploadPicture(app, pngOf(width, 10))).data?.uploadPortalImage.image.sha256;
  const [logo, theme, unused] = [await upload(11), await upload(12), await upload(13)];
  await changePortal(app, { logo, themes: [{ theme: 'Water', image: theme }] });
  await db.rows(sql`update portal_image set created_at = created_at - interval '2 days'`);
  await changePortal(app, { languages: ['en'] });
  const kept = await db.rows<{ key: string }>(sql`select blob_key as key from portal_image`);
  expect(kept.map(({ key }) => key).sort()).toEqual([logo, theme].sort());
  expect(kept.map(({ key }) => key)).not.toContain(unused);
  await db.rows(sql`with blobs as (
      insert into blob (key) select lpad(to_hex(n), 64, '0') from generate_series(1, 98) n returning key)
    insert into portal_image (blob_key, media_type, width, height, bytes, created_at)
    select key, 'image/png', 1, 1, 1, now() from blobs`);
  expect((await uploadPicture(app, pngOf(14, 10))).errors[0].extensions.fields.file[0]).toMatch(/already has 100/);
  expect(await upload(11)).toBe(logo);
});

test('the colors come as a stylesheet that caches keep under its hash', async () => {
  expect((await app.http.inject('/portal-page/theme.0123456789abcdef.css')).statusCode).toBe(404);
  await changePortal(app, { accentColor: '#7a1f5c' });
  const other = await app.http.inject('/portal-page/theme.0123456789abcdef.css');
  expect([other.statusCode, other.headers['cache-control'], other.headers['content-type']]).toEqual([
    200,
    'no-cache',
    'text/css; charset=utf-8',
  ]);
  expect(other.body).toMatch(/^:root\{--portal-accent:#7a1f5c;[^<>]*--portal-accent-dark:#[0-9a-f]{6};/);
  const hash = /"(.*)"/.exec(String(other.headers['etag']))?.[1] ?? '';
  const current = await app.http.inject(`/portal-page/theme.${hash}.css`);
  expect([current.body, current.headers['cache-control']]).toEqual([other.body, 'public, max-age=31536000, immutable']);
});

test('a change is in the audit log, by the names of its fields', async () => {
  const { image } = (await uploadPicture(app, pngOf(10, 10))).data.uploadPortalImage;
  await changePortal(app, { logo: image.sha256, publisher: { name: 'Secret' } });
  const entries = await app.services.db.rows<{ action: string; fields: string[] }>(
    sql`select action, fields from audit_entry order by at desc limit 2`,
  );
  expect(entries.map(({ action, fields }) => [action, fields.toSorted()])).toEqual([
    ['updatePortalSettings', ['logo', 'publisher']],
    ['uploadPortalImage', ['file']],
  ]);
});

test('a change raises the revision, and one of an earlier revision is refused', async () => {
  const revisionNow = async () => Number((await read(unauthenticated, 'revision')).revision);
  const before = await revisionNow();
  await changePortal(app, { accentColor: '#14605a', expectedRevision: before });
  expect(await revisionNow()).toBe(before + 1);
  expect(await changePortal(app, { accentColor: null, expectedRevision: before })).toMatchObject([
    { extensions: { code: 'REVISION_MISMATCH', revision: before + 1 } },
  ]);
  expect(await read(unauthenticated, 'accentColor revision')).toEqual({ accentColor: '#14605a', revision: before + 1 });
});
