import { expect, test } from '@jest/globals';
import { testApp } from '#test/support/app.ts';
import { seedUser } from '#test/support/seed.ts';

const app = await testApp();
const { admin, unauthenticated } = app;
const instant = expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
const created = { username: 'admin' };

const code = async (input: object = {}) => {
  const { status, body } = await admin.rest('POST', '/code_editor_pages/', {
    title: { en: 'A page' },
    content: { html: { en: '<p>Hi</p>' } },
    ...input,
  });
  expect([status, body]).toEqual([201, expect.anything()]);
  return body;
};
const shownStatus = async (path: string, client = unauthenticated) => (await client.portal('GET', path)).status;
const detailOf = async (
  client: typeof admin,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
) => {
  const { status, body: answer } = await client.rest(method, path, body);
  return [status, answer?.error_code, ...Object.keys(answer?.detail ?? {})];
};

test('a code editor page is published as it is saved, and keeps what a PUT leaves out', async () => {
  const page = {
    slug: 'legal',
    title: { en: 'Imprint', fr: 'Mentions légales' },
    description: 'Who we are',
    content: { html: { en: '<p>We</p>', de: '' }, css: { fr: 'p {}' } },
    template: 'wide.html',
    tags: ['legal', ' null', 'null', 'two\nlines', 'legal'],
    is_restricted: false,
    is_archived: true,
  };
  const body = await code(page);
  const expected = {
    ...page,
    tags: ['legal', ' null', 'null', 'two\nlines'],
    is_archived: false,
    has_subdomain_copies: false,
    is_pushed_by_parent: false,
    created_by: created,
    updated_by: created,
    created_at: instant,
    updated_at: instant,
  };
  expect(body).toEqual(expected);
  const shown = await unauthenticated.portal('GET', '/code_editor_pages/legal/');
  expect(shown.body).toMatchObject({ title: page.title, content: page.content });
  // a language without a title has the first one
  expect((await unauthenticated.portal('GET', '/code_editor_pages/legal/de/')).body).toMatchObject({
    title: 'Imprint',
    content: { html: '', css: '' },
  });
  expect((await admin.rest('PUT', '/code_editor_pages/legal/', { content: { css: {} } })).body).toEqual({
    ...expected,
    content: { ...page.content, css: {} },
  });
  expect((await unauthenticated.portal('GET', '/code_editor_pages/legal/')).body.content.css).toEqual({});
  expect((await admin.rest('PUT', '/code_editor_pages/legal/', { ...body, title: { fr: 'Nous' } })).body).toMatchObject(
    {
      title: { fr: 'Nous' },
      content: page.content,
    },
  );
  expect((await admin.rest('PUT', '/code_editor_pages/legal/', { template: null, tags: null })).body).toMatchObject({
    template: 'custom.html',
    tags: [],
    description: page.description,
  });
});

test('slugs and titles stand in for each other, and errors are named as the body names its fields', async () => {
  expect(await code({ slug: undefined, title: { fr: 'Été', en: 'Summer' } })).toMatchObject({ slug: 'summer' });
  expect(await code({ slug: 'bare', title: undefined })).toMatchObject({
    title: { en: 'bare' },
    description: '',
    content: { html: { en: '<p>Hi</p>' }, css: {} },
    template: 'custom.html',
    tags: [],
    is_restricted: false,
  });
  const post = (body: object) => detailOf(admin, 'POST', '/code_editor_pages/', body);
  const html = { html: { en: '' } };
  const refused = (...fields: string[]) => [400, 'validation_error', ...fields];
  expect(await post({})).toEqual(refused('content'));
  expect(await post({ content: html })).toEqual(refused('title'));
  expect(await post({ content: { html: {} }, slug: 'none' })).toEqual(refused('title'));
  expect(await post({ title: { en: 'A' }, content: html, slug: 'bare' })).toEqual(refused('slug'));
  expect(await post({ title: { english: 'A' }, content: { html: { EN: 'x' }, css: { en: 1 } }, slug: 'x' })).toEqual(
    refused('title', 'content.html', 'content.css'),
  );
  expect(await post({ title: { en: '' }, content: html, tags: [''], template: ' ', slug: 'y' })).toEqual(
    refused('title', 'template', 'tags'),
  );
  expect(await detailOf(admin, 'PUT', '/code_editor_pages/bare/', { slug: 'other' })).toEqual(refused('slug'));
  expect(await detailOf(admin, 'PUT', '/code_editor_pages/bare/', { title: {} })).toEqual(refused('title'));
  expect(await detailOf(admin, 'PUT', '/code_editor_pages/none/', { title: {} })).toEqual([404, 'not_found']);
  expect((await admin.rest('GET', '/code_editor_pages/?search=none')).body.total_count).toBe(0);
});

test('an archived page is gone from the portal for everyone, does not change, and comes back as it was', async () => {
  await code({ slug: 'old', title: { en: 'Old news' } });
  const before = (await unauthenticated.portal('GET', '/code_editor_pages/old/')).body;
  const act = (name: string) => admin.rest('POST', `/code_editor_pages/old/${name}/`);
  for (let turn = 0; turn < 2; turn += 1)
    expect(await act('archive')).toMatchObject({ status: 200, body: { detail: 'ok' } });
  const read = (await admin.rest('GET', '/code_editor_pages/old/')).body;
  expect(read).toMatchObject({ slug: 'old', is_archived: true });
  for (const client of [unauthenticated, admin]) {
    expect(await shownStatus('/code_editor_pages/old/', client)).toBe(404);
    expect(await shownStatus('/code_editor_pages/old/en/', client)).toBe(404);
    const { results } = (await client.portal('GET', '/code_editor_pages/?limit=1000')).body;
    expect(results.filter(({ slug }: { slug: string }) => slug === 'old')).toEqual([]);
    expect(await client.data('{ codeEditorPage(slug: "old") { slug } }')).toEqual({ codeEditorPage: null });
  }
  for (const body of [{}, { title: { en: 'New' } }, { is_archived: false }])
    expect(await detailOf(admin, 'PUT', '/code_editor_pages/old/', body)).toEqual([
      400,
      'validation_error',
      'non_field_errors',
    ]);
  const { uid } = (await admin.data('{ pageConfigurations(filter: { isArchived: true }) { nodes { uid } } }'))
    .pageConfigurations.nodes[0];
  const publication = await admin.graph('mutation ($uid: ID!) { publishPage(input: { uid: $uid }) { __typename } }', {
    uid,
  });
  expect(publication.errors?.map(({ extensions }) => extensions.code)).toEqual(['PAGE_ARCHIVED']);
  for (let turn = 0; turn < 2; turn += 1) expect((await act('unarchive')).status).toBe(200);
  expect((await admin.rest('GET', '/code_editor_pages/old/')).body).toMatchObject({ is_archived: false });
  expect((await unauthenticated.portal('GET', '/code_editor_pages/old/')).body).toEqual(before);
});

test('lists find a part of a title in any language or of the slug; bulk deletion takes those that the caller may edit', async () => {
  await code({ slug: 'trees-1', title: { fr: 'Châtaigniers', en: 'Chestnuts' } });
  await code({ slug: 'trees-2', title: { en: 'Oaks' } });
  await code({ slug: 'trees-3', title: { en: 'Zelkovas of CHÂTILLON' } });
  const found = async (query: string, client = admin) =>
    (await client.rest('GET', `/code_editor_pages/?${query}`)).body.results.map(({ slug }: { slug: string }) => slug);
  expect(await found('search=REES-')).toEqual(['trees-1', 'trees-2', 'trees-3']);
  expect(await found('search=chat')).toEqual(['trees-1', 'trees-3']);
  expect(await found('search=%25')).toEqual([]);
  const stranger = await seedUser(app, 'stranger');
  expect(await found('search=trees', stranger)).toEqual([]);
  const remove = async (query: string, client = admin) => {
    const { status, body } = await client.rest('DELETE', `/code_editor_pages/${query}`);
    return [status, body.error_code ?? body];
  };
  for (const query of ['', '?search=', '?search=%20']) expect(await remove(query)).toEqual([400, 'validation_error']);
  expect(await remove('?search=trees', stranger)).toEqual([200, []]);
  // no slug is among none
  expect(await remove('?search=trees&slug=')).toEqual([200, []]);
  expect(await remove('?search=trees&slug=trees-3,none&slug=trees-1')).toEqual([200, ['trees-1', 'trees-3']]);
  expect(await remove('?search=oak')).toEqual([200, ['trees-2']]);
  expect(await found('search=trees')).toEqual([]);
  const entries = (await admin.data('{ auditEntries(filter: { action: "deleteCodeEditorPages" }) { totalCount } }'))
    .auditEntries;
  expect(entries).toEqual({ totalCount: 3 });
});

test('a studio page has a draft and what is published, restricted unless it is public', async () => {
  const content = { data_providers: { a: { dataset_id: 'x' } }, blocks: { b: {} }, layouts: {}, filters: {} };
  const { status, body } = await admin.rest('POST', '/studio_pages/', { slug: 'air', content });
  const draft = {
    version_name: 'draft',
    title: 'air',
    created_at: instant,
    updated_at: instant,
    updated_by: created,
  };
  const { uid } = body;
  expect([status, body]).toEqual([
    201,
    {
      uid: expect.stringMatching(/^sp_/),
      slug: 'air',
      public: false,
      contents: [draft],
      created_at: instant,
      updated_at: instant,
      created_by: created,
    },
  ]);
  const at = (below = '') => `/studio_pages/${uid}/${below}`;
  const contents = async () => (await admin.rest('GET', at())).body.contents;
  for (let turn = 0; turn < 2; turn += 1)
    expect(await admin.rest('POST', at('publish/'))).toMatchObject({ status: 200, body: { detail: 'ok' } });
  const published = (await admin.rest('GET', at())).body;
  expect(published).toEqual({
    ...body,
    updated_at: instant,
    first_published_at: instant,
    contents: [draft, { ...draft, version_name: 'published' }],
  });
  expect([await shownStatus('/studio_pages/air/'), await shownStatus('/studio_pages/air/', admin)]).toEqual([404, 200]);
  // who sees the page changes at once, its draft does not
  expect(
    (await admin.rest('PUT', at(), { public: true, title: 'Clean air', description: 'Hourly' })).body,
  ).toMatchObject({
    public: true,
    contents: [
      { version_name: 'draft', title: 'Clean air', description: 'Hourly' },
      { version_name: 'published', title: 'air' },
    ],
  });
  const shown = (await unauthenticated.portal('GET', '/studio_pages/air/')).body;
  expect(shown).toMatchObject({ title: 'air', content });
  for (let turn = 0; turn < 2; turn += 1) expect((await admin.rest('POST', at('unpublish/'))).status).toBe(200);
  expect(await contents()).toEqual([expect.objectContaining({ version_name: 'draft', title: 'Clean air' })]);
  expect((await admin.rest('GET', at())).body.first_published_at).toBe(published.first_published_at);
  expect(await shownStatus('/studio_pages/air/')).toBe(404);
  expect((await admin.rest('DELETE', at())).status).toBe(204);
  expect((await admin.rest('GET', at())).status).toBe(404);
});

test('pages of one kind do not exist among those of the other', async () => {
  const { body: studio } = await admin.rest('POST', '/studio_pages/', { title: 'Same' });
  await code({ slug: 'same' });
  const { nodes } = (await admin.data('{ pageConfigurations(filter: { slug: "same" }) { nodes { uid } } }'))
    .pageConfigurations;
  const other = nodes.map(({ uid }: { uid: string }) => uid).find((uid: string) => uid !== studio.uid);
  for (const path of [`/studio_pages/${other}/`, `/code_editor_pages/${studio.uid}/`]) {
    expect((await admin.rest('GET', path)).status).toBe(404);
    for (const method of ['PUT', 'DELETE'] as const) expect((await admin.rest(method, path, {})).status).toBe(404);
  }
  for (const action of ['publish', 'unpublish'])
    expect((await admin.rest('POST', `/studio_pages/${other}/${action}/`)).status).toBe(404);
  const { results } = (await admin.rest('GET', '/studio_pages/?limit=1000')).body;
  expect(results.map(({ uid }: { uid: string }) => uid)).toEqual([studio.uid]);
  expect(await detailOf(admin, 'POST', '/studio_pages/', { slug: 'same' })).toEqual([400, 'validation_error', 'slug']);
  expect(await detailOf(admin, 'POST', '/studio_pages/', {})).toEqual([400, 'validation_error', 'title']);
  expect(await detailOf(admin, 'PUT', `/studio_pages/${studio.uid}/`, { slug: 'x', title: '' })).toEqual([
    400,
    'validation_error',
    'slug',
    'title',
  ]);
});

test('whoever may create pages edits and manages those that they made, and no others', async () => {
  const author = await seedUser(app, 'author', { permissions: ['create_page'] });
  const path = '/code_editor_pages/theirs/';
  const body = { slug: 'theirs', content: { html: { en: '' } }, is_restricted: true };
  expect(await author.rest('POST', '/code_editor_pages/', body)).toMatchObject({
    status: 201,
    body: { created_by: { username: 'author' } },
  });
  expect((await author.rest('PUT', path, { is_restricted: false })).status).toBe(200);
  expect((await author.rest('GET', '/code_editor_pages/')).body.total_count).toBe(1);
  await code({ slug: 'ours' });
  expect((await author.rest('PUT', '/code_editor_pages/ours/', { title: '' })).status).toBe(404);
  // a key that only creates reads what it made in the answer alone
  const writer = await seedUser(app, 'writer', { permissions: ['create_page'], key: ['create_page'] });
  const { status, body: made } = await writer.rest('POST', '/studio_pages/', { title: 'Mine' });
  expect([status, made.slug]).toEqual([201, 'mine']);
  expect((await writer.rest('GET', `/studio_pages/${made.uid}/`)).status).toBe(404);
  const editor = await seedUser(app, 'editor', { permissions: ['edit_page'] });
  expect((await editor.rest('PUT', path, { is_restricted: false, description: 'Same' })).status).toBe(200);
  expect(await detailOf(editor, 'PUT', path, { is_restricted: true })).toEqual([403, 'permission_denied']);
  expect((await editor.rest('PUT', `/studio_pages/${made.uid}/`, { public: true })).status).toBe(403);
  const stranger = await seedUser(app, 'reader', { permissions: ['explore_restricted_page'] });
  expect(await detailOf(stranger, 'POST', '/studio_pages/', {})).toEqual([403, 'permission_denied']);
  expect((await unauthenticated.rest('GET', '/studio_pages/')).status).toBe(401);
});

test('rulesets let users and groups see, edit and manage a page, at once', async () => {
  const [reader, editor] = [await seedUser(app, 'sees'), await seedUser(app, 'edits', { groups: ['page_editors'] })];
  await code({ slug: 'guarded', is_restricted: true });
  const { body: studio } = await admin.rest('POST', '/studio_pages/', { slug: 'guarded' });
  await admin.rest('POST', `/studio_pages/${studio.uid}/publish/`);
  const pages = [
    ['/code_editor_pages/guarded/', '/code_editor_pages/guarded/'],
    [`/studio_pages/${studio.uid}/`, '/studio_pages/guarded/'],
  ] as const;
  for (const [path, shown] of pages) {
    const users = `${path}security/users/`;
    const groups = `${path}security/groups/`;
    expect(await shownStatus(shown, reader)).toBe(404);
    // no permission lets see the page
    expect(await admin.rest('POST', users, { user: { username: 'sees' } })).toMatchObject({
      status: 200,
      body: { user: { username: 'sees' }, permissions: [] },
    });
    expect([await shownStatus(shown, reader), (await reader.rest('GET', path)).status]).toEqual([200, 404]);
    const group = { group: { uid: 'page_editors' }, permissions: ['edit_page', 'edit_page'] };
    expect((await admin.rest('POST', groups, group)).body).toEqual({ ...group, permissions: ['edit_page'] });
    expect((await editor.rest('PUT', path, { description: 'Ours' })).status).toBe(200);
    // editors do not decide who sees the page
    for (const [method, below] of [
      ['GET', users],
      ['GET', `${users}sees/`],
      ['GET', `${users}nobody/`],
      ['POST', groups],
      ['PUT', `${groups}page_editors/`],
      ['DELETE', `${users}sees/`],
    ] as const)
      expect([method, below, ...(await detailOf(editor, method, below, method === 'GET' ? undefined : {}))]).toEqual([
        method,
        below,
        403,
        'permission_denied',
      ]);
    expect((await reader.rest('GET', users)).status).toBe(404);
    const refused = (field: string) => [400, 'validation_error', field];
    expect(await detailOf(admin, 'POST', users, { user: { username: 'sees' } })).toEqual(refused('user.username'));
    expect(await detailOf(admin, 'POST', users, { user: { username: 'nobody' } })).toEqual(refused('user.username'));
    expect(await detailOf(admin, 'POST', groups, { group: { uid: 'none' } })).toEqual(refused('group.uid'));
    expect(await detailOf(admin, 'POST', groups, {})).toEqual(refused('group'));
    expect(await detailOf(admin, 'PUT', `${users}sees/`, { permissions: ['explore_restricted_page'] })).toEqual(
      refused('permissions.0'),
    );
    expect(await detailOf(admin, 'PUT', `${users}nobody/`, { permissions: [] })).toEqual([404, 'not_found']);
    const managed = await admin.rest('PUT', `${users}sees/`, {
      user: { username: 'nobody' },
      permissions: ['manage_page'],
    });
    if (path === pages[0][0]) {
      expect(managed).toMatchObject({
        status: 200,
        body: { user: { username: 'sees' }, permissions: ['manage_page'] },
      });
      expect((await reader.rest('GET', users)).body).toMatchObject({ total_count: 1, results: [managed.body] });
    } else {
      expect(Object.keys(managed.body.detail)).toEqual(['permissions']);
      // what the graph grants reads as the one permission of studio pages
      await admin.data(
        `mutation { replacePageRuleset(input: { uid: "${studio.uid}", grantee: { username: "sees" }, permissions: [manage_page, explore_restricted_page] }) { __typename } }`,
      );
      expect((await admin.rest('GET', `${users}sees/`)).body.permissions).toEqual(['edit_page']);
    }
    expect((await admin.rest('DELETE', `${groups}page_editors/`)).status).toBe(204);
    expect((await editor.rest('GET', path)).status).toBe(404);
    expect((await admin.rest('PUT', `${users}sees/`, {})).body.permissions).toEqual([]);
    expect([await shownStatus(shown, reader), (await reader.rest('GET', path)).status]).toEqual([200, 404]);
    expect((await admin.rest('DELETE', `${users}sees/`)).status).toBe(204);
    expect((await admin.rest('DELETE', `${users}sees/`)).status).toBe(404);
    expect(await shownStatus(shown, reader)).toBe(404);
  }
  // the rulesets of an archived page stay, and change
  const users = '/code_editor_pages/guarded/security/users/';
  await admin.rest('POST', users, { user: { username: 'sees' } });
  await admin.rest('POST', '/code_editor_pages/guarded/archive/');
  expect(await shownStatus('/code_editor_pages/guarded/', reader)).toBe(404);
  expect((await admin.rest('PUT', `${users}sees/`, { permissions: ['edit_page'] })).status).toBe(200);
  await admin.rest('POST', '/code_editor_pages/guarded/unarchive/');
  expect(await shownStatus('/code_editor_pages/guarded/', reader)).toBe(200);
  await admin.data('mutation { deleteUser(input: { username: "sees" }) { username } }');
  expect((await admin.rest('GET', users)).body.results).toEqual([]);
});
