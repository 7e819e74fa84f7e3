import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { clientOf } from '#test/support/client.ts';
import { seedCodeEditorPage, seedStudioPage, replacePageRuleset } from '#test/support/portal/pages.ts';
import { seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const missing = { status: 404, body: { error_code: 'not_found' } };

const content = {
  dataProviders: { stations: { dataset_id: 'stations' } },
  blocks: { chart: { kind: 'bar' } },
  layouts: { main: ['chart'] },
  filters: {},
};
const uid = await seedStudioPage(admin, { slug: 'air', title: 'Air quality', description: 'Every hour', content });
await seedStudioPage(admin, { slug: 'water-2', title: 'Water' });
await seedStudioPage(admin, { slug: 'water-1', title: 'Water' });
await seedStudioPage(admin, { slug: 'draft', title: 'Draft' }, { isPublished: false });
await seedStudioPage(admin, { slug: 'secret', title: 'Secret', isRestricted: true });
await seedCodeEditorPage(admin, {
  slug: 'about',
  titles: { fr: 'À propos', en: 'About us' },
  content: { html: { en: '<h1>Hi</h1><script>1</script>', fr: '<h1>Salut</h1>' }, css: { en: 'h1 {}' } },
});
await seedCodeEditorPage(admin, { slug: 'about-draft' }, { isPublished: false });
await seedCodeEditorPage(admin, { slug: 'hidden', titles: { de: 'Geheim' }, isRestricted: true });

const slugsOf = async (client: typeof admin, path: string) => {
  const { body } = await client.portal('GET', path);
  return [body.total_count, ...body.results.map(({ slug }: { slug: string }) => slug)];
};

test('published studio pages are listed by title, then slug, as summaries', async () => {
  const { status, body } = await unauthenticated.portal('GET', '/studio_pages/?limit=2');
  expect(status).toBe(200);
  expect(body).toEqual({
    total_count: 3,
    next: expect.stringContaining('/api/portal/v1.0/studio_pages/?limit=2&offset=2'),
    previous: null,
    results: [
      { slug: 'air', uid, title: 'Air quality', updated_at: instant, is_restricted: false },
      expect.objectContaining({ slug: 'water-1' }),
    ],
  });
  expect(Object.keys(body.results[0])).toEqual(['slug', 'uid', 'title', 'updated_at', 'is_restricted']);
  expect(await slugsOf(unauthenticated, '/studio_pages/?offset=1')).toEqual([3, 'water-1', 'water-2']);
  expect(await slugsOf(unauthenticated, '/studio_pages/?limit=0')).toEqual([3]);
  expect(await unauthenticated.portal('GET', '/studio_pages/?limit=1001')).toMatchObject({
    status: 400,
    body: { error_code: 'validation_error', detail: { limit: [expect.any(String)] } },
  });
});

test('a studio page is retrieved by its slug, in full', async () => {
  const { status, body } = await unauthenticated.portal('GET', '/studio_pages/air/');
  expect(status).toBe(200);
  expect(body).toEqual({
    slug: 'air',
    uid: expect.stringMatching(/^sp_[0-9a-z]{6}$/),
    title: 'Air quality',
    description: 'Every hour',
    updated_at: instant,
    content: { data_providers: content.dataProviders, blocks: content.blocks, layouts: content.layouts, filters: {} },
  });
  expect([Object.keys(body), Object.keys(body.content)]).toEqual([
    ['slug', 'uid', 'title', 'description', 'updated_at', 'content'],
    ['data_providers', 'blocks', 'layouts', 'filters'],
  ]);
  for (const slug of ['draft', 'nothing', uid, 'AIR', '%00', 'x'.repeat(1000), '%F0%9F%98%80'])
    expect(await unauthenticated.portal('GET', `/studio_pages/${slug}/`)).toMatchObject(missing);
});

test('a code editor page is returned in all its languages, or in one', async () => {
  const list = (await unauthenticated.portal('GET', '/code_editor_pages/')).body;
  expect(list).toEqual({
    total_count: 1,
    next: null,
    previous: null,
    results: [{ slug: 'about', title: { en: 'About us', fr: 'À propos' }, updated_at: instant, is_restricted: false }],
  });
  expect(Object.keys(list.results[0])).toEqual(['slug', 'title', 'updated_at', 'is_restricted']);
  const { body } = await unauthenticated.portal('GET', '/code_editor_pages/about/');
  expect(body).toEqual({
    slug: 'about',
    title: { en: 'About us', fr: 'À propos' },
    updated_at: instant,
    content: { html: { en: '<h1>Hi</h1><script>1</script>', fr: '<h1>Salut</h1>' }, css: { en: 'h1 {}' } },
  });
  expect([Object.keys(body), Object.keys(body.content)]).toEqual([
    ['slug', 'title', 'content', 'updated_at'],
    ['html', 'css'],
  ]);
  const localized = (await unauthenticated.portal('GET', '/code_editor_pages/about/fr')).body;
  expect(localized).toEqual({
    slug: 'about',
    title: 'À propos',
    content: { html: '<h1>Salut</h1>', css: '' },
    updated_at: instant,
  });
  expect(Object.keys(localized)).toEqual(['slug', 'title', 'content', 'updated_at']);
});

test('a language must have two letters, and the page must have it', async () => {
  for (const language of ['de', 'xx', 'EN', 'zz'])
    expect(await unauthenticated.portal('GET', `/code_editor_pages/about/${language}/`)).toMatchObject(missing);
  for (const language of ['e', 'eng', 'en-GB', '1a', 'constructor', '__proto__', '%C3%A9%C3%A9', '%F0%9F%98%80']) {
    expect(await unauthenticated.portal('GET', `/code_editor_pages/about/${language}/`)).toMatchObject({
      status: 400,
      body: { error_code: 'validation_error', message: 'Invalid input', detail: { language: [expect.any(String)] } },
    });
  }
  for (const slug of ['about-draft', 'hidden', 'nothing'])
    for (const language of ['en', 'de', 'eng'])
      expect(await unauthenticated.portal('GET', `/code_editor_pages/${slug}/${language}/`)).toMatchObject(missing);
});

test('a restricted page is 404 for callers without the right to explore it, whichever right others have', async () => {
  const {
    data: { pageConfigurations },
  } = await admin.graph('{ pageConfigurations { nodes { uid slug } } }');
  const uidOf = (slug: string): string =>
    pageConfigurations.nodes.find((page: { slug: string }) => page.slug === slug).uid;
  const [domain, narrow] = [
    await seedUser(app, 'domain', { permissions: ['explore_restricted_page'] }),
    await seedUser(app, 'narrow', { permissions: ['explore_restricted_page'], key: ['edit_dataset'] }),
  ];
  const [direct, member, withoutGrant] = [
    await seedUser(app, 'direct'),
    await seedUser(app, 'member', { groups: ['readers'] }),
    await seedUser(app, 'nobody', { permissions: ['explore_restricted_dataset'] }),
  ];
  for (const slug of ['secret', 'hidden']) {
    await admin.data(replacePageRuleset, {
      input: { uid: uidOf(slug), grantee: { username: 'direct' }, permissions: ['explore_restricted_page'] },
    });
    await admin.data(replacePageRuleset, {
      input: { uid: uidOf(slug), grantee: { groupUid: 'readers' }, permissions: ['explore_restricted_page'] },
    });
  }
  for (const client of [domain, direct, member, admin]) {
    expect(await slugsOf(client, '/studio_pages/')).toEqual([4, 'air', 'secret', 'water-1', 'water-2']);
    expect(await slugsOf(client, '/code_editor_pages/')).toEqual([2, 'about', 'hidden']);
    expect(await client.portal('GET', '/studio_pages/secret/')).toMatchObject({
      status: 200,
      body: { title: 'Secret' },
    });
    expect(await client.portal('GET', '/code_editor_pages/hidden/de/')).toMatchObject({
      status: 200,
      body: { title: 'Geheim' },
    });
  }
  for (const client of [withoutGrant, narrow, unauthenticated]) {
    expect(await slugsOf(client, '/studio_pages/')).toEqual([3, 'air', 'water-1', 'water-2']);
    expect(await slugsOf(client, '/code_editor_pages/')).toEqual([1, 'about']);
    for (const path of ['/studio_pages/secret/', '/code_editor_pages/hidden/', '/code_editor_pages/hidden/de/'])
      expect(await client.portal('GET', path)).toMatchObject(missing);
  }
  expect(await clientOf(app, 'unknown').portal('GET', '/studio_pages/')).toMatchObject({ status: 401 });
});
