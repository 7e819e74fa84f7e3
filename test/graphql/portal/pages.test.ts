import { expect, test } from '@jest/globals';
import { testApp, wholeSchema } from '#test/support/app.ts';
import {
  translationsOf,
  createCodeEditorPage,
  createStudioPage,
  publishPage,
  seedCodeEditorPage,
  seedStudioPage,
  replacePageRuleset,
} from '#test/support/portal/pages.ts';
import { seedUser } from '#test/support/seed.ts';

const app = await testApp({}, wholeSchema);
const { admin, unauthenticated } = app;
type Caller = typeof admin;

const update =
  'mutation ($input: UpdateStudioPageInput!) { updateStudioPage(input: $input) { configuration { revision slug isRestricted ... on StudioPageConfiguration { title description content { dataProviders blocks } } } } }';
const updateCode =
  'mutation ($input: UpdateCodeEditorPageInput!) { updateCodeEditorPage(input: $input) { configuration { revision ... on CodeEditorPageConfiguration { translations { language title html css } } } } }';
const unpublish =
  'mutation ($input: PageActionInput!) { unpublishPage(input: $input) { configuration { publishedAt } } }';
const remove = 'mutation ($input: PageActionInput!) { deletePage(input: $input) { uid } }';
const shown =
  'query ($slug: ID!) { studioPage(slug: $slug) { title description content { blocks } isRestricted configuration { title revision } } studioPages { totalCount } }';
const configured =
  'query ($uid: ID!) { pageConfiguration(uid: $uid) { __typename slug revision createdBy { username } canManage rulesets { totalCount } } }';

/** The code of what is refused, or the names of the fields at fault. */
const refusal = async (client: Caller, document: string, input: object) =>
  (await client.graph(document, { input })).errors?.map(({ extensions: { code, fields } }) =>
    fields && code === 'INVALID_INPUT' ? Object.keys(fields) : code,
  )[0];

test('pages come in the order of languages: accents and capitals next to their letters, from both ends and after cursors', async () => {
  const titles = ['Zoo', 'about', 'Über uns', 'Ärzte', 'Umzug', 'About', 'Zebra', 'arzt'];
  for (const [index, title] of titles.entries())
    await seedStudioPage(admin, { slug: `order-${index}`, title, isRestricted: true });
  const expected = ['about', 'About', 'arzt', 'Ärzte', 'Über uns', 'Umzug', 'Zebra', 'Zoo'];
  const editor = await seedUser(app, 'order', { permissions: ['edit_page'] });
  for (const [field, client] of [
    ['studioPages', admin],
    ['studioPages', editor],
    ['pageConfigurations', admin],
  ] as const) {
    const of =
      'title: ' + (field === 'pageConfigurations' ? 'slug ... on StudioPageConfiguration { title_: title }' : 'title');
    const page = async (args: string) =>
      (await client.data(`{ ${field}(${args}) { nodes { ${of} } pageInfo { endCursor } } }`))[field];
    const titlesOf = ({ nodes }: { nodes: readonly Record<string, string>[] }) =>
      nodes.map((node) => node['title_'] ?? node['title']);
    const start = await page('first: 3');
    const rest = await page(`after: "${start.pageInfo.endCursor}"`);
    expect([...titlesOf(start), ...titlesOf(rest)]).toEqual(expected);
    expect(titlesOf(await page('first: null, last: 2'))).toEqual(['Zebra', 'Zoo']);
  }
  for (const { uid } of (await admin.data('{ pageConfigurations { nodes { uid } } }')).pageConfigurations.nodes)
    await admin.data(remove, { input: { uid } });
});

test('a page is a draft until it is published, and later changes show when it is published again', async () => {
  const {
    createStudioPage: {
      configuration: { uid },
    },
  } = await admin.data(createStudioPage, { input: { slug: 'news', title: 'News', content: { blocks: { a: 1 } } } });
  expect((await unauthenticated.data(shown, { slug: 'news' })).studioPage).toBeNull();
  await admin.data(publishPage, { input: { uid } });
  const first = await unauthenticated.data(shown, { slug: 'news' });
  expect(first.studioPage).toEqual({
    title: 'News',
    description: '',
    content: { blocks: { a: 1 } },
    isRestricted: false,
    configuration: null,
  });
  await admin.data(update, { input: { uid, title: 'Old news', content: null } });
  expect(await unauthenticated.data(shown, { slug: 'news' })).toEqual(first);
  expect((await admin.data(shown, { slug: 'news' })).studioPage.configuration).toEqual({
    title: 'Old news',
    revision: 3,
  });
  const bothSides =
    'mutation ($input: PageActionInput!) { publishPage(input: $input) { configuration { slug } studioPage { title } codeEditorPage { slug } } }';
  expect((await admin.data(bothSides, { input: { uid, expectedRevision: 3 } })).publishPage).toEqual({
    configuration: { slug: 'news' },
    studioPage: { title: 'Old news' },
    codeEditorPage: null,
  });
  expect((await unauthenticated.data(shown, { slug: 'news' })).studioPage).toMatchObject({
    title: 'Old news',
    content: { blocks: {} },
  });
  expect((await admin.data(unpublish, { input: { uid } })).unpublishPage.configuration).toEqual({ publishedAt: null });
  expect(await unauthenticated.data(shown, { slug: 'news' })).toEqual({
    studioPage: null,
    studioPages: { totalCount: first.studioPages.totalCount - 1 },
  });
  expect((await admin.data(remove, { input: { uid } })).deletePage).toEqual({ uid });
  expect((await admin.data(configured, { uid })).pageConfiguration).toBeNull();
});

test('an omitted field keeps its value, null clears it, and an empty change changes nothing', async () => {
  const uid = await seedStudioPage(
    admin,
    { slug: 'kept', title: 'A', description: 'b', content: { dataProviders: { x: {} }, blocks: { y: [1] } } },
    { isPublished: false },
  );
  const changed = async (input: object) =>
    (await admin.data(update, { input: { uid, ...input } })).updateStudioPage.configuration;
  expect(await changed({})).toEqual({
    revision: 1,
    slug: 'kept',
    isRestricted: false,
    title: 'A',
    description: 'b',
    content: { dataProviders: { x: {} }, blocks: { y: [1] } },
  });
  expect(await changed({ description: null, isRestricted: true })).toMatchObject({
    revision: 2,
    title: 'A',
    description: '',
    isRestricted: true,
    content: { blocks: { y: [1] } },
  });
  expect(await changed({ content: { blocks: {} }, isRestricted: null })).toMatchObject({
    revision: 3,
    isRestricted: false,
    content: { dataProviders: {}, blocks: {} },
  });
  expect(await refusal(admin, update, { uid, expectedRevision: 2, title: 'B' })).toBe('REVISION_MISMATCH');
  const code = await seedCodeEditorPage(admin, { titles: { en: 'A', fr: 'B' }, content: { html: { fr: 'c' } } });
  const changedCode = async (change: object) =>
    (await admin.data(updateCode, { input: { uid: code, ...change } })).updateCodeEditorPage.configuration;
  const [en, fr] = translationsOf({ titles: { en: 'A', fr: 'B' } }).map((each) => ({ ...each, html: '', css: '' }));
  expect(await changedCode({ isRestricted: true })).toEqual({ revision: 3, translations: [en, { ...fr, html: 'c' }] });
  expect(await changedCode({ translations: [{ language: 'en', title: 'C', css: 'd' }] })).toEqual({
    revision: 4,
    translations: [{ language: 'en', title: 'C', html: '', css: 'd' }],
  });
  expect(await refusal(admin, update, { uid: code, title: 'A' })).toBe('NOT_FOUND');
  expect(await refusal(admin, updateCode, { uid, translations: [{ language: 'en', title: 'A' }] })).toBe('NOT_FOUND');
});

test('the slug is derived from the title by default, and is unique among pages of a kind', async () => {
  const slugs: string[] = [];
  for (let count = 0; count < 3; count += 1) {
    const uid = await seedStudioPage(admin, { title: 'Été à Zürich!' }, { isPublished: false });
    slugs.push((await admin.data(configured, { uid })).pageConfiguration.slug);
  }
  expect(slugs).toEqual([
    'ete-a-zurich',
    ...Array.from({ length: 2 }, () => expect.stringMatching(/^ete-a-zurich-[0-9a-z]{6}$/)),
  ]);
  await seedCodeEditorPage(admin, { slug: 'ete-a-zurich' });
  expect(await refusal(admin, createStudioPage, { title: 'A', slug: 'ete-a-zurich' })).toEqual(['slug']);
  const both = await Promise.all([1, 2].map(() => refusal(admin, createStudioPage, { title: 'A', slug: 'at-once' })));
  expect(both.filter((value) => value === undefined)).toHaveLength(1);
  expect(both).toContainEqual(['slug']);
});

test('errors of a page are reported by field', async () => {
  const studio = (input: object) => refusal(admin, createStudioPage, { title: 'A', ...input });
  for (const slug of ['', '-', 'A', 'a b', 'é', '../a', 'a/b', 'x'.repeat(151)])
    expect(await studio({ slug })).toEqual(['slug']);
  expect(await studio({ title: '東京' })).toEqual(['slug']);
  expect(await studio({ title: ' \n' })).toEqual(['title']);
  expect(await studio({ title: 'x'.repeat(251) })).toEqual(['title']);
  expect(await studio({ title: 'a\0', slug: 'a' })).toEqual(['title']);
  expect(await studio({ description: 'x'.repeat(10_001) })).toEqual(['description']);
  expect(await studio({ content: { blocks: { a: 'x'.repeat(1_000_000) } } })).toEqual(['content']);
  expect(
    await studio({
      content: { dataProviders: Object.fromEntries(Array.from({ length: 1_001 }, (_, index) => [`p${index}`, {}])) },
    }),
  ).toEqual(['content.dataProviders']);
  expect(await studio({ content: { dataProviders: { ['x'.repeat(201)]: {} } } })).toEqual(['content.dataProviders']);
  expect(await studio({ content: { blocks: { a: '\ud800' } } })).toEqual(['content.blocks.a']);
  expect(await studio({ content: { blocks: [] } })).toBe('INVALID_INPUT');
  const code = (...translations: object[]) => refusal(admin, createCodeEditorPage, { slug: 'wrong', translations });
  const en = { language: 'en', title: 'A' };
  for (const language of ['EN', 'eng', 'xx', '', 'constructor', '__proto__'])
    expect(await code(en, { language, title: 'A' })).toEqual(['translations.1.language']);
  for (const title of ['', 'x'.repeat(251)]) expect(await code({ ...en, title })).toEqual(['translations.0.title']);
  expect(await code()).toEqual(['translations']);
  expect(await code(en, en)).toEqual(['translations']);
  expect(await code({ ...en, css: 'x'.repeat(1_000_000) })).toEqual(['translations']);
  expect(
    (await admin.data('{ codeEditorPage(slug: "wrong") { slug } pageConfigurations(first: 1000) { nodes { slug } } }'))
      .pageConfigurations.nodes,
  ).not.toContainEqual({ slug: 'wrong' });
});

test('names that mean something to a program are names like others', async () => {
  const create = (slug: string, content: string) =>
    admin.graph(
      `mutation { createStudioPage(input: { title: "A", slug: "${slug}", content: ${content} }) { configuration { uid } } }`,
    );
  const { data } = await create(
    'odd',
    '{ dataProviders: { __proto__: { dataset_id: "a" }, constructor: { dataset_id: "__proto__" }, toString: null }, blocks: { __proto__: { a: 1 } } }',
  );
  await admin.data(publishPage, { input: { uid: data.createStudioPage.configuration.uid } });
  const { studioPage } = await unauthenticated.data(
    '{ studioPage(slug: "odd") { content { dataProviders blocks } dataProviders { totalCount } } }',
  );
  expect(Object.keys(studioPage.content.dataProviders).toSorted()).toEqual(['__proto__', 'constructor', 'toString']);
  expect(JSON.stringify(studioPage.content.blocks)).toBe('{"__proto__":{"a":1}}');
  expect(studioPage.dataProviders).toEqual({ totalCount: 0 });
});

test('creating, editing and managing a page require a right: for the domain, as its creator, or by a ruleset', async () => {
  const [author, editor, manager, explorer] = [
    await seedUser(app, 'author', { permissions: ['edit_page'] }),
    await seedUser(app, 'editor', { groups: ['editors'] }),
    await seedUser(app, 'manager'),
    await seedUser(app, 'explorer'),
  ];
  const uid = await seedStudioPage(author, { slug: 'mine', title: 'Mine', isRestricted: true });
  const creator = await seedUser(app, 'creator', { permissions: ['create_page'] });
  expect((await creator.data(configured, { uid })).pageConfiguration).toBeNull();
  expect((await creator.data(configured, { uid: await seedStudioPage(creator, {}) })).pageConfiguration.canManage).toBe(
    true,
  );
  expect(await refusal(unauthenticated, createStudioPage, { title: 'A' })).toBe('UNAUTHORIZED');
  expect(await refusal(manager, createStudioPage, { title: 'A' })).toBe('PERMISSION_DENIED');
  expect((await author.data(configured, { uid })).pageConfiguration).toEqual({
    __typename: 'StudioPageConfiguration',
    slug: 'mine',
    revision: 2,
    createdBy: { username: 'author' },
    canManage: true,
    rulesets: { totalCount: 0 },
  });
  for (const client of [editor, manager, explorer]) {
    expect((await client.data(configured, { uid })).pageConfiguration).toBeNull();
    for (const document of [publishPage, unpublish, remove])
      expect(await refusal(client, document, { uid })).toBe('NOT_FOUND');
    expect((await client.data(shown, { slug: 'mine' })).studioPage).toBeNull();
  }
  await author.data(replacePageRuleset, {
    input: { uid, grantee: { groupUid: 'editors' }, permissions: ['edit_page'] },
  });
  await author.data(replacePageRuleset, {
    input: { uid, grantee: { username: 'explorer' }, permissions: ['explore_restricted_page'] },
  });
  const {
    replacePageRuleset: { configuration },
  } = await author.data(replacePageRuleset, {
    input: { uid, grantee: { username: 'manager' }, permissions: ['manage_page'] },
  });
  expect(configuration.rulesets.nodes).toEqual([
    { user: null, group: { uid: 'editors' }, permissions: ['edit_page'] },
    { user: { username: 'explorer' }, group: null, permissions: ['explore_restricted_page'] },
    { user: { username: 'manager' }, group: null, permissions: ['manage_page'] },
  ]);
  for (const client of [editor, manager])
    expect((await client.data(update, { input: { uid, title: 'Ours' } })).updateStudioPage.configuration.title).toBe(
      'Ours',
    );
  for (const client of [editor, manager, explorer])
    expect((await client.data(shown, { slug: 'mine' })).studioPage.title).toBe('Mine');
  expect((await explorer.data(configured, { uid })).pageConfiguration).toBeNull();
  expect(await refusal(editor, update, { uid, isRestricted: false })).toBe('PERMISSION_DENIED');
  expect(
    await refusal(editor, replacePageRuleset, { uid, grantee: { username: 'editor' }, permissions: ['manage_page'] }),
  ).toBe('PERMISSION_DENIED');
  expect(
    (await manager.data(update, { input: { uid, isRestricted: true } })).updateStudioPage.configuration.isRestricted,
  ).toBe(true);
  await manager.data(replacePageRuleset, { input: { uid, grantee: { groupUid: 'editors' }, permissions: [] } });
  expect((await editor.data(configured, { uid })).pageConfiguration).toBeNull();
  expect(
    (await manager.data(replacePageRuleset, { input: { uid, grantee: { username: 'manager' }, permissions: [] } }))
      .replacePageRuleset.configuration,
  ).toBeNull();
});

test('a key without the scopes for pages grants no right on pages', async () => {
  const uid = await seedStudioPage(admin, { slug: 'theirs', isRestricted: true });
  const reader = await seedUser(app, 'narrow', { key: ['edit_dataset'] });
  await admin.data(replacePageRuleset, {
    input: { uid, grantee: { username: 'narrow' }, permissions: ['edit_page', 'explore_restricted_page'] },
  });
  expect(await reader.data(shown, { slug: 'theirs' })).toMatchObject({ studioPage: null });
  expect(await refusal(reader, publishPage, { uid })).toBe('NOT_FOUND');
});

test('a ruleset has one existing user or group, and each right once', async () => {
  const uid = await seedStudioPage(admin, { slug: 'ruled' });
  const rule = (input: object) => refusal(admin, replacePageRuleset, { uid, permissions: ['edit_page'], ...input });
  const grantee = { username: 'admin' };
  expect(await rule({ grantee: { username: 'nobody_at_all' } })).toEqual(['grantee.username']);
  expect(await rule({ grantee: { groupUid: 'none' } })).toEqual(['grantee.groupUid']);
  for (const wrong of [undefined, {}, { username: 'admin', groupUid: 'editors' }, { username: null }])
    expect([wrong, await rule({ grantee: wrong })]).toEqual([wrong, expect.stringMatching(/INVALID|BAD/)]);
  expect(await rule({ grantee, permissions: ['edit_page', 'edit_page'] })).toEqual(['permissions']);
  expect(await rule({ grantee, permissions: ['edit_form'] })).toBe('INVALID_INPUT');
  expect(await rule({ uid: 'sp_none00', grantee })).toBe('NOT_FOUND');
  for (const permissions of [[], ['edit_page'], ['explore_restricted_page', 'manage_page'], []]) {
    const {
      replacePageRuleset: { configuration },
    } = await admin.data(replacePageRuleset, { input: { uid, grantee: { username: 'admin' }, permissions } });
    expect(configuration.rulesets.nodes).toEqual(
      permissions.length === 0 ? [] : [{ user: { username: 'admin' }, group: null, permissions }],
    );
  }
});

test('the pages of a deleted user stay, without a creator or rulesets', async () => {
  const leaver = await seedUser(app, 'leaver', { permissions: ['edit_page'] });
  const uid = await seedStudioPage(leaver, { slug: 'left' });
  await admin.data(replacePageRuleset, { input: { uid, grantee: { username: 'leaver' }, permissions: ['edit_page'] } });
  await admin.data('mutation { deleteUser(input: { username: "leaver" }) { username } }');
  expect((await admin.data(configured, { uid })).pageConfiguration).toMatchObject({
    slug: 'left',
    createdBy: null,
    rulesets: { totalCount: 0 },
  });
});
